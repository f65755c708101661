export function resolveImportsByPath(): void;

/** What a module of ours or of a package means by the path of another, as Node's hooks take it; null for any other import. */
export function importByPath(
  specifier: string,
  parent: string,
): { readonly url: string; readonly format?: string; readonly shortCircuit: true } | null;
