/* `node render.mjs FORMAT FOLDER`: the pages of a folder as static HTML, as JSON by name. They are compiled as
   Docusaurus compiles them, with its extensions of Markdown in its order, and what is compiled is run. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { evaluate } from "@mdx-js/mdx";
import comment from "@slorber/remark-comment";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as runtime from "react/jsx-runtime";
import raw from "rehype-raw";
import directive from "remark-directive";
import emoji from "remark-emoji";
import frontmatter from "remark-frontmatter";
import gfm from "remark-gfm";

const [format, folder] = process.argv.slice(2);
const pages = {};
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith(".md")) { continue; }
  try {
    const page = await evaluate(readFileSync(join(folder, name), "utf8"), {
      ...runtime,
      format,
      remarkPlugins: [frontmatter, directive, emoji, gfm, comment],
      rehypePlugins: format === "md" ? [raw] : [],
    });
    pages[name] = renderToStaticMarkup(createElement(page.default));
  } catch (error) {
    console.error(`${name}: ${error}`);
    process.exitCode = 1;
  }
}
process.stdout.write(JSON.stringify(pages));
