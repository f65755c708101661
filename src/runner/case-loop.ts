import { BroadcastChannel, parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { stopChannel } from '../conformance/run-input.ts';
import { beginRun, closeRun } from '../conformance/shared-run.ts';
import { loadAhead } from './loaded-specs.ts';
import { numberEvaluations } from './numbered-evaluations.ts';
import { isRunMessage, RUN_ABANDONED, type RunMessage } from './run-messages.ts';
import { specFiles } from './spec-files.ts';

// The thread in which cases run. It outlives a run of the test runner, so that the second try of violated cases, and the
// next target where there are many, need not load everything again.

const port = parentPort;
if (port === null) throw new Error('This file is run in a thread of its own.');

// Node formats the stack of every error that ends a connection; nothing reads more of one than where it was thrown.
Error.stackTraceLimit = 4;

type Context = Parameters<typeof setupEnvironment>[0];

/** Of the run that goes on, or that came last. */
let latest: Context | null = null;

/** Calls to the command by way of the latest run: an answer to a call of an earlier one would never be heard. */
function latestRpc(first: Context['rpc']): Context['rpc'] {
  return new Proxy(first, { get: (_, name): unknown => Reflect.get(latest?.rpc ?? first, name) });
}

/**
 * The hooks of the test runner are for mocks and for tests within sources. They would tell the command of every import,
 * make stacks slow with source maps that nothing here has, and pile up, one more with every run.
 */
function withoutLoaderHooks({ config, ...context }: Context): Context {
  return { ...context, config: { ...config, experimental: { ...config.experimental, viteModuleRunner: true } } };
}

function heed(message: unknown): void {
  if (!isRunMessage(message)) return;
  if (message.type === 'begin-run') beginRun(message.input);
  else void abandon(message);
}

/** The word to stop was for the whole run, and may have come before there was anybody here to hear it. */
async function abandon({ input }: RunMessage): Promise<void> {
  const channel = new BroadcastChannel(stopChannel(input.runId));
  channel.postMessage('stop');
  channel.close();
  await closeRun(input).catch(() => undefined);
  port?.postMessage(RUN_ABANDONED);
}

/** Begun while the command still loads the test runner. */
const loadedAhead = loadAhead(Array.from(specFiles().values(), String));

function listen(): void {
  port?.on('message', heed);
  init({
    post: (message) => port?.postMessage(message),
    on: (callback) => port?.on('message', callback),
    off: (callback) => port?.off('message', callback),
    async setup(context) {
      // Not beside it: what a spec hands to the test runner itself would end up among the cases of another.
      await loadedAhead;
      const isFirst = latest === null;
      latest = context;
      if (isFirst) await setupEnvironment(withoutLoaderHooks({ ...context, rpc: latestRpc(context.rpc) }));
      return () => Promise.resolve();
    },
    async runTests(state, traces) {
      try {
        await runBaseTests('run', state, traces);
      } finally {
        await closeRun(state.providedContext['run']);
      }
    },
    collectTests: (state, traces) => runBaseTests('collect', state, traces),
    teardown() {
      port?.removeAllListeners('message');
      listen();
    },
  });
}

numberEvaluations();
listen();
