import { harPieces } from '../../src/report/har/render-har.ts';
import { jsonPieces } from '../../src/report/json/render-json.ts';
import type { Report } from '../../src/report/report.ts';

/** The formats that render in pieces, joined to one text synchronously. Properties and test tables need this. */
export function renderHar(report: Report): string {
  return [...harPieces(report)].join('');
}

export function reportText(report: Report): string {
  return [...jsonPieces(report)].join('');
}
