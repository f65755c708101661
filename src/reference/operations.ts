/** The operations of the contract (part 4), each with its word in ids of requirements (`AUTH-MISSING-LIST`). */
export const operations = {
  listPets: { method: 'GET', path: '/pets', idWord: 'LIST' },
  createPet: { method: 'POST', path: '/pets', idWord: 'CREATE' },
  getPet: { method: 'GET', path: '/pets/{petId}', idWord: 'GET' },
} as const;

/** The name of an operation. */
export type ContractOperation = keyof typeof operations;

/** An operation, or anything else a client tries. */
export type Operation = ContractOperation | 'other';

/** The names of all operations. */
export const everyOperation = Object.keys(operations) as readonly ContractOperation[];

const petIdPattern = /^\/pets\/([^/]+)$/;

/** The operations at a path below the base address. */
export function operationsAt(path: string | null): readonly ContractOperation[] {
  const template = path?.replace(petIdPattern, '/pets/{petId}');
  return everyOperation.filter((operation) => operations[operation].path === template);
}

/** The segment of a path that stands for `{petId}`, still percent-encoded; empty if the path has none. */
export function petIdIn(path: string | null): string {
  return petIdPattern.exec(path ?? '')?.[1] ?? '';
}
