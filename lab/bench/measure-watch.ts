import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { startProcess } from '../child-process.ts';
import { type Spread, spreadOf } from './spread.ts';

const SAVES = 7;

/** Seconds from a saved file to the verdict of the quick run that `run --watch` starts, on the embedded service. */
export async function measureWatch(folder: string): Promise<Spread> {
  const watched = join(folder, 'watched');
  mkdirSync(watched, { recursive: true });
  const words = ['run', '--watch', watched, '--reports', join(folder, 'watch-reports')];
  const child = startProcess(process.execPath, [join(PACKAGE_ROOT, 'bin/petstore-conformance.js'), ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  let printed = '';
  let arrived = Promise.withResolvers<void>();
  child.stderr.pipe(process.stderr);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    arrived.resolve();
  });
  const ended = new Promise<never>((_resolve, reject) =>
    child.once('close', () => reject(new Error(`run --watch ended early: ${printed}`))),
  );
  ended.catch(() => undefined);
  const until = async (text: string): Promise<void> => {
    while (!printed.includes(text)) {
      arrived = Promise.withResolvers();
      await Promise.race([arrived.promise, ended]);
    }
    printed = printed.slice(printed.indexOf(text) + text.length);
  };
  try {
    const seconds: number[] = [];
    await until('profile full.');
    for (let save = 0; save < SAVES; save += 1) {
      // The full run has ended, and the watcher waits for the next change.
      await until('Full report: ');
      const begun = performance.now();
      writeFileSync(join(watched, 'service.js'), String(save));
      await until('profile quick.');
      seconds.push((performance.now() - begun) / 1000);
      await until('profile full.');
    }
    return spreadOf(seconds);
  } finally {
    child.kill();
  }
}
