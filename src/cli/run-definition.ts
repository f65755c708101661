import { type Command, Option } from 'commander';
import { formatNames } from '../report/formats.ts';
import { settingNames } from '../settings/settings.ts';
import type { Console } from './console.ts';
import type { Finish } from './exit-codes.ts';
import { collect, joinNames } from './option-values.ts';
import type { RunFlags } from './run-flags.ts';

/** Adds `run` with a flag for every setting. */
export function addRun(program: Command, console: Console, finish: Finish): void {
  const run = program
    .command('run')
    .description('run the suite against a target, or against the embedded reference service where none is configured')
    .option(
      '--again <report.json>',
      'try only what is violated in an earlier report, say what is fixed, and write into a folder again/ beside it',
    )
    .option('--watch [dir]', 'run again when a file in the folder changes or the target comes back, until Ctrl-C')
    .option('--quiet', 'print the verdict, and nothing else');
  for (const option of settingOptions()) run.addOption(option);
  run.addHelpText('after', EXAMPLES).action(async (_own, command: Command) => {
    const flags = command.optsWithGlobals<RunFlags>();
    if (flags.watch !== undefined) {
      const { watchCommand } = await import('./watch-command.ts');
      return finish(await watchCommand(flags, console), 'files');
    }
    const { runCommand } = await import('./run-command.ts');
    finish(await runCommand(flags, console), 'files');
  });
}

function settingOptions(): readonly Option[] {
  return [
    set('baseUrl', '<url>', 'base address of the service; its path ends in /v1'),
    set('apiKeyFile', '<file>', 'file that holds the API key; PETSTORE_API_KEY holds the key itself'),
    set('reports', '<dir>', 'folder for the report', 'reports'),
    set('format', '<names>', FORMATS_TEXT).argParser(joinNames),
    set('only', '<ids>', 'only these requirements, cases or checks; the run is inconclusive').argParser(joinNames),
    set('grep', '<pattern>', 'only cases whose id or title matches; the run is inconclusive'),
    set('deviations', '<file>', 'known deviations, which do not gate until they expire'),
    set('subject', '<name@sha256:…>', 'the build that is tested'),
    set('signKeyFile', '<file>', 'private key that signs the attestation: PEM, Ed25519 or ECDSA P-256'),
    set('categoryId', '<id>', 'a category that the service knows'),
    set('profile', '<name>', 'full, or read-only, which adds nothing', 'full'),
    set('maxCreates', '<n>', 'the most pets that the run may add', '200'),
    set('concurrency', '<n>', 'requests under way at a time', '20'),
    set('seed', '<n>', 'seed of everything that is drawn at random'),
    set('examples', '<n>', 'examples that each generated case tries', '5'),
    set('examplePath', '<case:path>', 'try one example of a generated case again, as a report names it'),
    set('asOf', '<date>', 'the date to judge the deprecated operation by'),
    set('wait', '<seconds>', 'wait so long for the service to answer before the run', '0'),
    set('requestTimeout', '<seconds>', 'how long a request may take', '10'),
    set('settleTimeout', '<seconds>', 'how long to look again for an addition', '5'),
    set('deadline', '<seconds>', 'how long the whole run may take', '900'),
    set('header', '<name: value>', 'an additional header, for gateways; may be given again').argParser(collect),
    set('mappedBasePath', '', 'a gateway maps the base path, which need not end in /v1'),
    set('caFile', '<file>', 'believe these certificate authorities too, in PEM form'),
    set('insecure', '', 'believe any certificate; the report says so'),
    set('useEnvProxy', '', 'go through the proxy that HTTPS_PROXY or HTTP_PROXY names'),
    set('rateLimit', '<n>', 'the most requests in a second'),
    set('maxRequests', '<n>', 'the most requests in all', '1000000'),
    set('maxHeaderSize', '<KiB>', 'the most header fields that are read of one answer', '64'),
    set('maxBodySize', '<KiB>', 'the longest body that is read, as it is sent', '4096'),
    set('maxDecompressedSize', '<KiB>', 'the longest body that is read, once it is unpacked', '4096'),
    set('maxDepth', '<n>', 'how deep a body may be nested that is read', '256'),
  ];
}

/** The default is told and not set: a flag that is not given leaves the word to the environment. A test holds it to docs/settings.md. */
function set(name: keyof typeof settingNames, value: string, text: string, byDefault?: string): Option {
  const { flag, variable } = settingNames[name];
  const told = byDefault === undefined ? text : `${text}; ${byDefault} by default`;
  return new Option(`${flag} ${value}`.trim(), `${told} (${variable})`);
}

const FORMATS_TEXT = `formats of the report, with commas between them: ${formatNames.join(', ')}; all by default`;

const EXAMPLES = `
Examples:
  petstore-conformance run
  PETSTORE_API_KEY=… petstore-conformance run --base-url https://staging.example/v1
  petstore-conformance run --base-url https://example/v1 --api-key-file key.txt --profile read-only
  petstore-conformance run --only LIST-LIMIT-MAX,GET-OK
  petstore-conformance run --again reports/report.json
  petstore-conformance run --watch src --quiet

Exit codes: 0 conformant, 1 not conformant, 2 inconclusive, 3 wrong usage, 4 a fault of the suite itself, 128 and the number
of a signal that ended the run.`;
