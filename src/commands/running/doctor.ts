/** `doctor`: one look at all that an installation needs, in whatever state it is. */
import type { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import type { Language } from '../../platform/text/language.ts';
import { examineConfig } from '../../platform/settings/config.ts';
import { examine } from '../../upkeep/setup/examine.ts';
import { findingState, type CheckResult, type CheckState } from '../../upkeep/setup/finding.ts';
import { setupCheckLabels, findingText, type FindingText } from '../../upkeep/setup/labels.ts';
import { aLanguage } from '../people/invite.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';

interface DoctorOptions extends OutputOptions {
  language?: Language;
}

export function register(program: Command): void {
  program
    .command('doctor')
    .description('Look at everything that an installation needs, and say what to do.')
    .option(
      '--language <language>',
      'ru or en (default: FACEVALUE_OPERATOR_LANGUAGE, or the shell’s LC_ALL, LC_MESSAGES, LANG)',
      aLanguage,
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
It changes and sends nothing, and works with wrong settings, without the database and before the tables are there. Run it
as the user, with the environment and with the database role of the process that it is about. Exit code 1: something fails.`,
    )
    .action(run);
}

/** Level of one line. */
type Level = 'ok' | 'warn' | 'fail';

const levels: Record<CheckState, Level> = { ok: 'ok', note: 'warn', wrong: 'fail' };
const marks: Record<Level, string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' };

interface Line extends FindingText {
  level: Level;
  is: string;
}

async function run(options: DoctorOptions): Promise<void> {
  const settings = examineConfig();
  const language = options.language ?? settings.config.commandLanguage;
  const results = await examine(settings);
  const checks = results.map((result) => ({ name: result.name, lines: linesOf(result, language) }));
  const all = checks.flatMap(({ lines }) => lines);
  const count = (wanted: Level): number => all.filter(({ level }) => level === wanted).length;
  const totals = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
  if (totals.fail > 0) process.exitCode = 1;
  answer(options, { version: manifest.version, ...totals, checks }, () =>
    [
      `Facevalue ${manifest.version}`,
      ...checks.flatMap(({ name, lines }) => [
        setupCheckLabels[language].checks[name],
        ...lines.flatMap(textOf),
      ]),
      '',
      `${totals.ok} ok, ${totals.warn} warn, ${totals.fail} FAIL`,
    ].join('\n'),
  );
}

const linesOf = ({ findings }: CheckResult, language: Language): Line[] =>
  findings.map((finding) => ({
    level: levels[findingState(finding)],
    ...finding,
    ...findingText(finding, language),
  }));

const textOf = ({ level, says, todo }: Line): string[] => [
  `  ${marks[level]}  ${says}`,
  ...(todo === undefined ? [] : [`        → ${todo}`]),
];
