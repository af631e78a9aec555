import { InvalidArgumentError, type Command } from 'commander';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { maxTravelMs, resetTravel, travelOn } from '../../platform/time-travel/set-time-travel.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

/** `time`: moves the clock of the demo. */
export function register(program: Command): void {
  const time = program.command('time').description('The clock of the demo world.');
  time
    .command('travel')
    .description("Move the demo's clock forward, or back to the true time. Not in production.")
    .argument('<span>', 'for example 90m, 2h, 3d, 1d12h; or reset', aSpan)
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExamples:\n  facevalue time travel 2h\n  facevalue time travel reset\nSpans are added up. Running processes follow within a second.',
    )
    .action(travel);
}

async function travel(span: number | 'reset', options: OutputOptions): Promise<void> {
  if (readDatabaseConfig().production) throw new Refusal('There is no time travel in production.');
  const { offset, now } = await withWorld(async ({ db, clock }) => {
    const reached = span === 'reset' ? await resetTravel(db) : await travelOn(db, span);
    if (reached === 'too-far') {
      throw new Refusal(
        `The demo cannot go further than ${Math.round(maxTravelMs / 86_400_000)} days ahead.`,
      );
    }
    return { offset: reached, now: new Date(clock.now().getTime() - clock.offsetMs + reached) };
  });
  answer(
    options,
    { offset_seconds: offset / 1000, now },
    () => `It is ${moscowDateTime(now)} (Moscow) in the demo world, ${describeSpan(offset)}.`,
  );
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function aSpan(text: string): number | 'reset' {
  if (text === 'reset') return 'reset';
  const form = /^\+?((\d+(\.\d+)?[smhd])+)$/i.exec(text);
  if (form?.[1] === undefined)
    throw new InvalidArgumentError('It must be reset, or a span as 90m, 2h, 3d or 1d12h.');
  const parts = form[1].toLowerCase().matchAll(/([\d.]{1,20})([smhd])/g);
  const span = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
  if (span > maxTravelMs) throw new InvalidArgumentError('It is too far.');
  return Math.round(span);
}

function describeSpan(ms: number): string {
  if (ms === 0) return 'as in the true one';
  const minutes = Math.round(ms / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return `${parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')} ahead of the true one`;
}
