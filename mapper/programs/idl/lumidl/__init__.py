"""The dialect `lumidl`: provider stubs and a TypeScript package as in 2017."""
