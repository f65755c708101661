export function resolveOwnImports(): void;

/** What a module of ours means by the path of another, as Node's hooks take it; null for any other import. */
export function ownImport(
  specifier: string,
  parent: string,
): { readonly url: string; readonly format: string; readonly shortCircuit: true } | null;
