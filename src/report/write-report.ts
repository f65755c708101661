import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';
import { validateReport } from './validate-report.ts';

/** Name of the report within the folder for reports. */
export const REPORT_FILE = 'report.json';

/** Above so many characters a report is written without indentation, which would make it half as large again. */
const LONGEST_INDENTED = 20 * 1024 * 1024;

/** Evidence is what a service answered, which may be nobody else's business: only the owner may read it, and a pipeline may widen that. */
const MODE = 0o600;

/** A report that breaks its own format: a fault of the suite, for which no service can be blamed. */
export class InvalidReport extends Error {
  override readonly name = 'InvalidReport';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The report breaks its own format, so it was not written: ${faults.join('; ')}.`);
    this.faults = faults;
  }
}

/**
 * Writes `report.json` into a folder, which is made where it is missing, and gives its path. Whoever reads that path
 * finds the former report or the whole new one, never a half. Throws InvalidReport where the report breaks
 * schemas/report.schema.json, and the error of the file system where it cannot be written.
 */
export async function writeReport(report: Report, directory: string): Promise<string> {
  const faults = validateReport(report);
  if (faults.length > 0) throw new InvalidReport(faults);
  await mkdir(directory, { recursive: true });
  const path = join(directory, REPORT_FILE);
  // In the same folder, since a file can be renamed at one stroke only within its file system.
  const unfinished = join(directory, `.${REPORT_FILE}.${randomUUID()}.part`);
  try {
    await writeWhole(unfinished, reportText(report));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return path;
}

/** Synced before it is renamed: after a crash of the machine the name must not stand for a file without its content. */
async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', MODE);
  try {
    await file.writeFile(text, 'utf8');
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The text of a valid report. Properties stand in the order of the schema, names that are data in that of the alphabet,
 * so that the reports of two runs can be laid side by side.
 */
export function reportText(report: Report, longestIndented = LONGEST_INDENTED): string {
  const ordered = inOrder(report, reportSchema as SchemaNode);
  const compact = JSON.stringify(ordered);
  return `${compact.length > longestIndented ? compact : JSON.stringify(ordered, null, 2)}\n`;
}

/** What of a schema tells the order of properties. */
interface SchemaNode {
  readonly $ref?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode | false;
}

const definitions: Readonly<Record<string, SchemaNode>> = reportSchema.$defs as Readonly<Record<string, SchemaNode>>;

function inOrder(value: unknown, node: SchemaNode): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items } = resolved(node);
  if (Array.isArray(value)) return items ? value.map((item) => inOrder(item, items)) : value;
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const names = properties === undefined ? [...fields.keys()].sort() : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, inOrder(fields.get(name), properties?.[name] ?? {})]));
}

/** What may be null is described by its first alternative. */
function resolved(node: SchemaNode): SchemaNode {
  const meant = node.anyOf?.[0] ?? node;
  return meant.$ref === undefined ? meant : (definitions[meant.$ref.replace('#/$defs/', '')] ?? {});
}

/**
 * Makes the folder for reports and tries a file in it, before any request is sent. Null where a report can be written,
 * else one sentence that names the setting.
 */
export function checkWritable(directory: string): string | null {
  const probe = join(directory, `.writable.${randomUUID()}.part`);
  try {
    mkdirSync(directory, { recursive: true });
    if (statSync(join(directory, REPORT_FILE), { throwIfNoEntry: false })?.isDirectory() === true) {
      return unwritable(directory, `${REPORT_FILE} in it is a folder`);
    }
    writeFileSync(probe, 'This file can be removed.\n', { mode: MODE, flag: 'wx' });
    return null;
  } catch (error) {
    return unwritable(directory, reasonOf(error));
  } finally {
    removeQuietly(probe);
  }
}

/** Where no file could be made, there is none to be removed. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What kept the file from being made was told already.
  }
}

function unwritable(directory: string, reason: string): string {
  return `--reports (PETSTORE_REPORTS_DIR) should be a folder in which files can be written, but ${directory} is not: ${reason}.`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'EROFS':
      return 'its file system can only be read';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'no space is left on its file system';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file stands in its place';
    default:
      return code === '' ? String(error) : code;
  }
}
