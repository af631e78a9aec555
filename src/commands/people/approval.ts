import type { Command } from 'commander';
import { decideGuardedAct } from '../../acts/guarded/decide.ts';
import type { NotYet } from '../../people/approvals/hold-back.ts';
import { notAskedText } from '../../acts/guarded/not-asked-text.ts';
import { setFourEyes } from '../../acts/guarded/set-four-eyes.ts';
import { operator } from '../../people/access/party.ts';
import { fromShell } from '../../people/access/principal.ts';
import { listApprovals, type Decided } from '../../people/approvals/approvals.ts';
import { readFourEyes, type FourEyes } from '../../people/approvals/four-eyes.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { aFace, anId } from '../shell/arguments.ts';
import { answer, jsonOption, roubles, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { notDoneName } from '../../people/approvals/not-done.ts';

/** `approval`: acts that wait for a second person. */
export function register(program: Command): void {
  const approval = program.command('approval').description('Acts that wait for a second person (four eyes).');
  approval
    .command('list')
    .description('What waits for a decision, and whether four eyes are on.')
    .option(...jsonOption)
    .action(list);
  approval
    .command('approve')
    .description('Approve and do exactly what somebody else asked for.')
    .argument('<approval>', 'id of the approval', anId)
    .option(...jsonOption)
    .action((id: number, options: OutputOptions) => decide(id, true, options));
  approval
    .command('reject')
    .description('Reject what somebody else asked for; nothing is done.')
    .argument('<approval>', 'id of the approval', anId)
    .option(...jsonOption)
    .action((id: number, options: OutputOptions) => decide(id, false, options));
  approval
    .command('policy')
    .description('Turn four eyes on or off; to loosen them needs an approval too.')
    .option(
      '--on',
      'going live, loading, showing and exporting codes, setting adapters, large bookings and credits wait for a second person',
    )
    .option('--off', 'a single operator decides alone')
    .option(
      '--above <roubles>',
      'only what one person books in a day, a credit or a refund above this sum waits (default: all)',
      aFace,
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nAt a shell, a person is the user of the operating system: two people need two users.\n\nExample:\n  facevalue approval policy --on --above 100000',
    )
    .action(policy);
}

async function list(options: OutputOptions): Promise<void> {
  const { fourEyes, open } = await withWorld(async ({ db, clock }) => ({
    fourEyes: await readFourEyes(db),
    open: await listApprovals(db, operator, clock.now()),
  }));
  const json = open.map(({ id, act, payload, askedName, askedAt, expiresAt }) => ({
    id,
    act,
    asked_by: askedName,
    asked_at: askedAt,
    expires_at: expiresAt,
    payload: JSON.parse(payload) as unknown,
  }));
  answer(options, { four_eyes: policyJson(fourEyes), approvals: json }, () =>
    [
      policyText(fourEyes),
      table(
        ['ID', 'ACT', 'ASKED BY', 'UNTIL', 'WHAT'],
        open.map((one) => [one.id, one.act, one.askedName, moscowDateTime(one.expiresAt), one.payload]),
      ),
    ].join('\n'),
  );
}

const policyJson = ({ on, aboveKopecks }: FourEyes): object => ({ on, above: aboveKopecks / 100 });

const policyText = ({ on, aboveKopecks }: FourEyes): string =>
  on
    ? `Four eyes are on; bookings of one person in a day, credits and refunds above ${roubles(aboveKopecks)} roubles wait.`
    : 'Four eyes are off: a single operator decides alone.';

const whyNot: Record<Exclude<Decided['is'], 'done' | 'refused' | 'not-done'>, string> = {
  missing: 'There is no such approval that waits.',
  'step-up': 'This has to be proven by signing in again.',
  own: 'You requested this yourself: somebody else has to decide.',
  unconfirmed: 'Who asked and who decides may be one person: a third one has to confirm whoever was invited.',
  tampered: 'What is stored is not what was asked for: nothing was done.',
};

async function decide(id: number, approve: boolean, options: OutputOptions): Promise<void> {
  const decided = await withWorld(({ db, cells, keyring, clock }) =>
    decideGuardedAct({ db, cells, keyring }, fromShell, { id, approve }, clock.now()),
  );
  if (decided.is === 'not-done') {
    const why = notDoneName(decided.reason);
    throw new Refusal(`It could not be done and goes on waiting: ${why}.`, { why });
  }
  if (decided.is !== 'done' && decided.is !== 'refused')
    throw new Refusal(whyNot[decided.is], { why: decided.is });
  answer(options, { approval: id, state: decided.is }, () =>
    decided.is === 'done'
      ? `Approval ${id} is given, and what was asked for is done.`
      : `Approval ${id} is refused.`,
  );
}

interface PolicyOptions extends OutputOptions {
  on?: boolean;
  off?: boolean;
  above?: number;
}

async function policy(options: PolicyOptions): Promise<void> {
  if (options.on === options.off) throw new Misuse('Choose --on or --off.');
  const chosen = { on: options.on === true, aboveKopecks: options.above ?? 0 };
  const outcome = await withWorld(({ db, keyring, clock }) =>
    setFourEyes({ db, keyring }, fromShell, chosen, clock.now()),
  );
  if (outcome.is === 'waits' || outcome.is === 'not-asked') throw notYet(outcome);
  if (outcome.is === 'forbidden') throw new Refusal('This may not be done from here.');
  answer(options, { four_eyes: policyJson(chosen) }, () => policyText(chosen));
}

/** Why a command has not done what it was told to. */
export const notYet = (outcome: NotYet): Refusal =>
  outcome.is === 'waits'
    ? new Refusal(
        `This waits for somebody else: approval ${outcome.approvalId} (facevalue approval approve ${outcome.approvalId}).`,
        { why: 'needs-approval', approval: outcome.approvalId },
      )
    : new Refusal(notAskedText(outcome.why, 'en'), { why: 'not-asked' });

/** A change of which a part, or all, waits. */
export function notYetAll(waiting: readonly NotYet[], othersAreDone: boolean): Refusal {
  const refusals = waiting.map(notYet);
  const [first] = refusals;
  if (first === undefined) throw new Error('Nothing waits.');
  const sentences = refusals.map(({ message }) => message);
  if (othersAreDone) sentences.unshift('What one person may decide is changed.');
  const approvals = waiting.flatMap((one) => (one.is === 'waits' ? [one.approvalId] : []));
  return new Refusal(sentences.join(' '), { ...first.details, approvals });
}
