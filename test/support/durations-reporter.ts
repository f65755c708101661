import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

/** How long a test or a hook took, and how long it may take, in milliseconds. */
export interface Duration {
  readonly name: string;
  readonly milliseconds: number;
  readonly limit: number;
}

/** Where the durations of the last run are, from the folder of the checkout. */
export const DURATIONS_FILE = 'reports/test-durations.json';

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0];

/** Writes how long each test and each hook took. The reports of vitest itself leave out the hooks. */
export class DurationsReporter implements Reporter {
  #root = '';
  #durations: Duration[] = [];
  readonly #begun = new Map<string, number>();

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunStart(): void {
    this.#durations = [];
  }

  onTestCaseResult(testCase: TestCase): void {
    const { options, project } = testCase;
    this.#durations.push({
      name: this.#nameOf(testCase),
      milliseconds: testCase.diagnostic()?.duration ?? 0,
      limit: options.timeout ?? project.config.testTimeout,
    });
  }

  onHookStart({ name, entity }: Hook): void {
    this.#begun.set(`${name} ${entity.id}`, performance.now());
  }

  onHookEnd({ name, entity }: Hook): void {
    const begun = this.#begun.get(`${name} ${entity.id}`);
    if (begun === undefined) return;
    this.#durations.push({
      name: `${this.#nameOf(entity)} (${name})`,
      milliseconds: performance.now() - begun,
      limit: entity.project.config.hookTimeout,
    });
  }

  onTestRunEnd(): void {
    const file = join(this.#root, DURATIONS_FILE);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, JSON.stringify(this.#durations));
  }

  #nameOf(entity: TestCase | TestSuite | TestModule): string {
    const file = relative(this.#root, entity.type === 'module' ? entity.moduleId : entity.module.moduleId);
    return entity.type === 'module' ? file : `${file} > ${entity.fullName}`;
  }
}
