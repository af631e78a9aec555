/** What a test run prints. */
import { styleText } from 'node:util';
import { nameOf, type Ended, type Failure, type Job } from './job.ts';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const SLOWEST_FILES = 10;
const LINES_OF_AN_ERROR = 15;
const LINES_OF_OUTPUT = 30;
const sign = { passed: styleText('green', '✔'), failed: styleText('red', '✖'), skipped: '-' };

export const totalsOf = (all: Ended[]): Totals => ({
  passed: all.flatMap(({ tests }) => tests).filter(({ end }) => end === 'passed').length,
  failed: all.flatMap(({ failures }) => failures).length,
  skipped: all.flatMap(({ tests }) => tests).filter(({ end }) => end === 'skipped').length,
});

/** The file with all its tests, when it has ended. */
export function fileTold(ended: Ended, count: string): string {
  const { job, tests, failures, ms, cpuMs, output } = ended;
  const failed = failures.length > 0;
  return [
    `${sign[failed ? 'failed' : 'passed']} ${nameOf(job)}  ${secondsOf(ms)}, ${secondsOf(cpuMs.own + cpuMs.children)} of processor  [${count}]`,
    ...tests.map((test) => `    ${sign[test.end]} ${test.names.join(' › ')} (${Math.round(test.ms)} ms)`),
    ...(failed && output !== ''
      ? ['    It printed:', ...lastLines(output, LINES_OF_OUTPUT).map((l) => `    | ${l}`)]
      : []),
    ...failures.map((failure) => failureTold(failure, Infinity)),
  ].join('\n');
}

/** By what the files that are still to come have taken before. */
export function leftTold(done: number, all: number, leftMs: number): string {
  const minutes = Math.round(leftMs / 60_000);
  const left = minutes < 1 ? 'less than a minute' : `about ${minutes} min`;
  return done === all ? `${done}/${all}` : `${done}/${all}, ${left} left`;
}

/** All failures again, short, and the slowest files. */
export function endTold(all: Ended[]): string {
  const failed = all.flatMap(({ job, failures }) => failures.map((failure) => ({ job, failure })));
  const slowest = all.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_FILES);
  return [
    ...(failed.length > 0 ? ['', 'Failed:'] : []),
    ...failed.map(
      ({ job, failure }, index) =>
        `\n${index + 1}. ${[nameOf(job), ...failure.names].join(' › ')}\n${failureTold(failure, LINES_OF_AN_ERROR)}\n   alone: ${aloneBy(job, failure)}`,
    ),
    ...(all.length > 1
      ? [
          '',
          'Slowest files:',
          ...slowest.map(({ job, ms }) => `  ${secondsOf(ms).padStart(8)}  ${nameOf(job)}`),
        ]
      : []),
  ].join('\n');
}

function failureTold({ place, error }: Failure, lines: number): string {
  const told = error.split('\n').slice(0, lines);
  return [`   at ${place}`, ...told.map((line) => `   ${line}`)].join('\n');
}

/** The command that runs this test and no other. */
function aloneBy({ file, environment }: Job, { names }: Failure): string {
  const where = environment === 'plain' ? '' : ` --with=${environment}`;
  if (names.length === 0) return `npm test -- ${file}${where}`;
  const pattern = names
    .join(' ')
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll("'", '.');
  return `npm test -- ${file}${where} --test-name-pattern='${pattern}'`;
}

const lastLines = (text: string, count: number): string[] => text.trimEnd().split('\n').slice(-count);

export const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
