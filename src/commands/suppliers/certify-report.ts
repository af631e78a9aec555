/** What the final test says at a shell, and its arguments. */
import { InvalidArgumentError } from 'commander';
import { writeFile } from 'node:fs/promises';
import type { CertifyReport } from '../../suppliers/certify/certify.ts';
import { certifyLabels, describeFinding } from '../../suppliers/certify/labels.ts';
import { reportPage } from '../../suppliers/certify/report-page.ts';
import type { Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import { aCount } from '../shell/arguments.ts';
import { Refusal } from '../shell/problems.ts';

export async function writeReport(file: string, report: CertifyReport, language: Language): Promise<void> {
  try {
    await writeFile(file, reportPage(report, language).markup);
  } catch {
    throw new Refusal(`The report can't be written: ${file}.`);
  }
}

export const reportJson = (report: CertifyReport): object => ({
  supplier_id: report.supplierId,
  name: report.name,
  adapter: report.adapter,
  at: moscowDateTime(report.at),
  green: report.green,
  certified: report.marked,
  taken_out: report.offer?.takenOut.map(({ productId }) => productId) ?? [],
  put_back: report.offer?.putBack.map(({ productId }) => productId) ?? [],
  codes: report.codes,
  scenarios: report.scenarios.map(({ name, verdict, findings, transcripts }) => ({
    name,
    verdict,
    findings: findings.map(({ is, ...values }) => ({ is, ...values })),
    transcripts,
  })),
});

/** The lines of the scenarios. */
export function scenariosText(report: CertifyReport): string[] {
  const labels = certifyLabels.en;
  return report.scenarios.flatMap(({ name, verdict, findings, transcripts }) => [
    `${labels.verdicts[verdict].padEnd(8)}  ${labels.scenarios[name]}`,
    ...findings.map((finding) => `          – ${describeFinding(finding, 'en')}`),
    ...transcripts.slice(0, 1).map((text) => text.replaceAll(/^/gm, '            | ')),
  ]);
}

export function upTo(most: number): (text: string) => number {
  return (text) => {
    const count = aCount(text);
    if (count < 1 || count > most) throw new InvalidArgumentError(`It must be from 1 to ${most}.`);
    return count;
  };
}

export function testCode(text: string): PlainCode {
  const [number = '', ...pin] = text.split(':');
  if (number === '') throw new InvalidArgumentError('It must look like 1234567890 or 1234567890:1234.');
  return { number, pin: pin.join(':') };
}
