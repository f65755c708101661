import { describe, expect, it } from 'vitest';
import { filesOfOthers, FORMATS, formatNames, isFormatName, renderFormats } from '../../../src/report/formats.ts';
import { fullReport } from '../../support/full-report.ts';
import { reportText } from '../../support/whole-texts.ts';

describe('the formats', () => {
  it('start with JSON, and have a file each', () => {
    expect(formatNames[0]).toBe('json');
    expect(new Set(formatNames.map((name) => FORMATS[name].file)).size).toBe(formatNames.length);
  });

  it('are known by name', () => {
    expect([...formatNames, 'pdf', 'toString'].filter((name) => !isFormatName(name))).toEqual(['pdf', 'toString']);
  });

  it('are rendered in the order in which they are asked for', async () => {
    const files = await renderFormats(fullReport(), ['har', 'json']);
    expect(files.map(({ name }) => name)).toEqual(['evidence.har', 'report.json']);
    expect(files[1]?.text).toBe(reportText(fullReport()));
  });

  it('leave the files of all others to be removed', () => {
    const others = formatNames.filter((name) => name !== 'json' && name !== 'junit');
    expect(filesOfOthers(['json', 'junit'])).toEqual(others.map((name) => FORMATS[name].file));
    expect(filesOfOthers(formatNames)).toEqual([]);
  });
});
