"""What makes a package of npm of the modules: `package.json` and `tsconfig.json`, which its owner may change."""

from __future__ import annotations

import json

PACKAGE, OPTIONS = "package.json", "tsconfig.json"


def manifest(name: str) -> dict[str, str]:
    """Path -> text of both files, for a package of this name. `npm run build` compiles it into `bin`."""
    package = {
        "name": name.lower(),
        "version": "0.1.0",
        "private": True,
        "main": "bin/index.js",
        "types": "bin/index.d.ts",
        "scripts": {"build": "tsc"},
        "dependencies": {"@pulumi/pulumi": "^3.0.0"},
        "devDependencies": {"@types/node": "^20", "typescript": "^5.0.0"},
    }
    options = {
        "compilerOptions": {
            "strict": True,
            "target": "es2020",
            "module": "commonjs",
            "moduleResolution": "node",
            "declaration": True,
            "sourceMap": True,
            "skipLibCheck": True,
            "outDir": "bin",
            "rootDir": ".",
        },
        "include": ["**/*.ts"],
        "exclude": ["bin", "node_modules"],
    }
    return {PACKAGE: f"{json.dumps(package, indent=2)}\n", OPTIONS: f"{json.dumps(options, indent=2)}\n"}
