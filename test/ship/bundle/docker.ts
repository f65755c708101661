import { parseArgs } from 'node:util';
import { runImage } from './image.ts';

// Stands in for the command `docker` in recipes: `docker run` with the flags that they use. IMAGE_ROOT is the root folder of the
// image, and IMAGE_SETTINGS more settings of the run, as JSON.

const { values, positionals } = parseArgs({
  args: process.argv.slice(2, wordsOfDocker(process.argv)),
  allowPositionals: true,
  options: {
    rm: { type: 'boolean' },
    'read-only': { type: 'boolean' },
    network: { type: 'string' },
    user: { type: 'string' },
    env: { type: 'string', multiple: true, default: [] },
    volume: { type: 'string', default: '' },
  },
});
const [command, image] = positionals;
const [reports = '', mounted] = values.volume.split(':');
if (command !== 'run' || image !== 'petstore-conformance' || mounted !== '/reports')
  throw new Error('This docker only runs the image, with /reports mounted.');
const passed = Object.fromEntries(values.env.map((name) => [name, process.env[name] ?? '']));
const more: Readonly<Record<string, string>> = JSON.parse(process.env['IMAGE_SETTINGS'] ?? '{}');
const { code, out, error } = await runImage(process.env['IMAGE_ROOT'] ?? '', {
  reports,
  environment: { ...passed, ...more },
  // Docker's group is 0 unless it is given.
  user: values.user === undefined ? undefined : `${values.user}:0`,
  command: process.argv.slice(wordsOfDocker(process.argv)),
});
process.stdout.write(out);
process.stderr.write(error);
process.exitCode = code ?? 1;

/** The words up to the image. Those behind it belong to the program in it. */
function wordsOfDocker(words: readonly string[]): number {
  return words.indexOf('petstore-conformance') + 1;
}
