// Says what the front end of the Go compiler says against packages, without making code of them, which takes most of
// its time. Standard input has two kinds of lines: `import PATH FILE`, where the export data of a package is, and
// `check FOLDER`. For each problem there is a line: the folder, a tab, the place and the message.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	exports := map[string]string{}
	var folders []string
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		switch words := strings.Fields(lines.Text()); words[0] {
		case "import":
			exports[words[1]] = words[2]
		case "check":
			folders = append(folders, words[1])
		}
	}
	lookup := func(path string) (io.ReadCloser, error) {
		file, ok := exports[path]
		if !ok {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(file)
	}
	known := importer.ForCompiler(token.NewFileSet(), "gc", lookup)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for _, folder := range folders {
		for _, problem := range check(folder, known) {
			fmt.Fprintf(output, "%s\t%s\n", folder, strings.ReplaceAll(problem, "\n", " "))
		}
	}
}

func check(folder string, known types.Importer) (problems []string) {
	set := token.NewFileSet()
	paths, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	var files []*ast.File
	for _, path := range paths {
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return []string{err.Error()}
		}
		files = append(files, file)
	}
	config := types.Config{Importer: known, Error: func(err error) { problems = append(problems, err.Error()) }}
	config.Check(folder, set, files, nil)
	return problems
}
