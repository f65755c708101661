import manifestSchema from '../../schemas/manifest.schema.json' with { type: 'json' };
import { type Manifest, manifestText } from './manifest.ts';
import { schemaProblems } from './schema-problems.ts';

/** Reads a manifest, or says in a phrase what is wrong with it. */
export function readManifest(
  text: string,
): { readonly kind: 'ok'; readonly manifest: Manifest } | { readonly kind: 'bad'; readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'bad', problem: 'is not JSON' };
  }
  const [problem] = schemaProblems(manifestSchema, value, 'the whole manifest');
  if (problem !== undefined) return { kind: 'bad', problem: `does not follow its schema: ${problem}` };
  const manifest = value as Manifest;
  if (manifestText(manifest) !== text) return { kind: 'bad', problem: 'is not written as the suite writes it' };
  const names = new Set(manifest.files.map(({ name }) => name));
  if (names.size < manifest.files.length) return { kind: 'bad', problem: 'lists a file twice' };
  return { kind: 'ok', manifest };
}
