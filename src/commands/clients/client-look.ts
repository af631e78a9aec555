/** `client look`: what clients add to the look of their gifts. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { decideLook, longestReason, withdrawLook } from '../../acts/looks/decide-look.ts';
import { beginLook, proposeLook, saveLook, setLogo } from '../../acts/looks/look-acts.ts';
import { notesOn, readForeignNames } from '../../acts/looks/foreign-names.ts';
import { lookLabels } from '../../acts/looks/labels.ts';
import type { LookField, LookFields } from '../../certificates/looks/client-look.ts';
import type { LookProblem } from '../../certificates/looks/judge-look.ts';
import { findLook, listLooks, type KeptLook, type LookKey } from '../../certificates/looks/look-rows.ts';
import { maxLogoUploadBytes } from '../../certificates/documents/pictures/make-logo.ts';
import { fromShell } from '../../people/access/principal.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, noClient, Refusal } from '../shell/problems.ts';
import { withCell, type CommandWorld } from '../shell/with-world.ts';

const optionOf: Record<LookField, string> = {
  senderName: 'sender-name',
  greetingRu: 'greeting-ru',
  greetingEn: 'greeting-en',
  footerRu: 'footer-ru',
  footerEn: 'footer-en',
  accent: 'accent',
  paper: 'paper',
  supportEmail: 'support-email',
  supportPhone: 'support-phone',
  site: 'site',
};
const fields = Object.keys(optionOf) as LookField[];

export function registerLook(client: Command): void {
  const look = client.command('look').description('What a client adds to the look of its gifts.');
  look
    .command('list')
    .description('The looks of a client: one for each campaign, and one for all its other orders.')
    .argument('<client>', 'id of the client', anId)
    .option(...jsonOption)
    .action(list);
  look
    .command('show')
    .description('One look, and what the operator should look at.')
    .argument('<client>', 'id of the client', anId)
    .argument('<look>', 'number of the look', anId)
    .option(...jsonOption)
    .action(show);
  const set = look
    .command('set')
    .description(
      'Change the draft of a look, begun as what is shown now; recipients see it once it is approved.',
    )
    .argument('<client>', 'id of the client', anId)
    .option('--campaign <code>', 'the code of the orders that have it; without it: all other orders', '');
  for (const field of fields)
    set.option(
      `--${optionOf[field]} <text>`,
      `${lookLabels.en.fields[field].toLowerCase()}; '' takes it away`,
    );
  set
    .option('--logo <file>', 'a PNG, JPEG or WebP file; none takes it away')
    .option('--propose', 'send it for approval')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `\nExample:\n  facevalue client look set 11638 --campaign NY_2027 --sender-name "Bonus club" --accent '#0b5d3b' --logo logo.png --propose`,
    )
    .action(change);
  look
    .command('approve')
    .description('Show a look that was sent for approval; it takes the place of the one that is shown.')
    .argument('<client>', 'id of the client', anId)
    .argument('<look>', 'number of the look', anId)
    .option(...jsonOption)
    .action((clientId: number, id: number, options: OutputOptions) =>
      decide({ clientId, id }, { approve: true, reason: '' }, options),
    );
  for (const [name, text] of [
    ['decline', 'Decline a look that was sent for approval.'],
    ['withdraw', 'Take away a look that is shown: pages show it no more from this moment on.'],
  ] as const)
    look
      .command(name)
      .description(text)
      .argument('<client>', 'id of the client', anId)
      .argument('<look>', 'number of the look', anId)
      .requiredOption('--reason <text>', `what the client reads, up to ${longestReason} characters`)
      .option(...jsonOption)
      .action((clientId: number, id: number, options: OutputOptions & { reason: string }) =>
        name === 'decline'
          ? decide({ clientId, id }, { approve: false, reason: options.reason }, options)
          : withdraw({ clientId, id }, options.reason, options),
      );
}

const lookJson = ({ fields: said, ...look }: KeptLook): object => ({
  id: look.id,
  client_id: look.clientId,
  campaign: look.campaign === '' ? null : look.campaign,
  state: look.state,
  revision: look.revision,
  ...Object.fromEntries(fields.map((field) => [optionOf[field].replaceAll('-', '_'), said[field]])),
  logo: look.hasLogo,
  edited_at: look.editedAt,
  edited_by: look.editedBy,
  proposed_at: look.proposedAt,
  decided_at: look.decidedAt,
  decided_by: look.decidedBy,
  reason: look.reason,
});

async function list(clientId: number, options: OutputOptions): Promise<void> {
  const looks = await withCell(clientId, async ({ db }) => {
    if ((await readForeignNames(db, clientId)) === null) throw noClient(clientId);
    return listLooks(db, clientId);
  });
  answer(options, { looks: looks.map(lookJson) }, () =>
    table(
      ['LOOK', 'CAMPAIGN', 'STATE', 'SENDER', 'LOGO', 'BY'],
      looks.map((look) => [
        look.id,
        look.campaign === '' ? '(all others)' : look.campaign,
        look.state,
        look.fields.senderName,
        look.hasLogo ? 'yes' : 'no',
        look.editedBy,
      ]),
    ),
  );
}

async function show(clientId: number, id: number, options: OutputOptions): Promise<void> {
  await withCell(clientId, (world) => tell(world, { clientId, id }, options));
}

async function tell({ db }: CommandWorld, key: LookKey, options: OutputOptions): Promise<void> {
  const [look, foreign] = [await findLook(db, key), await readForeignNames(db, key.clientId)];
  if (look === null) throw noLook(key);
  const labels = lookLabels.en;
  const notes =
    foreign === null
      ? []
      : notesOn(look.fields, foreign).map(({ why, found, field }) =>
          labels.notes[why](found, labels.fields[field]),
        );
  answer(options, { look: { ...lookJson(look), notes } }, () =>
    [
      `Look ${look.id} of client ${look.clientId}, ${look.campaign === '' ? 'for all other orders' : `for the code ${look.campaign}`}: ${look.state}`,
      ...fields
        .filter((field) => look.fields[field] !== '')
        .map((field) => `${labels.fields[field].padEnd(28)}${look.fields[field]}`),
      `${labels.logo.padEnd(28)}${look.hasLogo ? 'yes' : 'no'}`,
      ...(look.reason === '' ? [] : [`${'Reason'.padEnd(28)}${look.reason}`]),
      ...notes,
    ].join('\n'),
  );
}

const noLook = ({ clientId, id }: LookKey): Refusal => new Refusal(`Client ${clientId} has no look ${id}.`);

interface SetOptions extends OutputOptions, Partial<LookFields> {
  campaign: string;
  logo?: string;
  propose?: boolean;
}

async function change(clientId: number, options: SetOptions): Promise<void> {
  const logo = options.logo === undefined ? undefined : await readLogo(options.logo);
  await withCell(clientId, async (world) => {
    const { db, clock } = world;
    const begun = await beginLook(world, fromShell, { clientId, campaign: options.campaign }, clock.now());
    if (begun.is === 'campaign')
      throw new Misuse(
        '--campaign is Latin capitals, digits and underscores, as the code of an order; not API.',
      );
    if (begun.is === 'too-many') throw new Refusal('The client has too many looks.');
    if (begun.is !== 'begun') throw noClient(clientId);
    const key = { clientId, id: begun.id };
    const before = await findLook(db, key);
    if (before?.state === 'proposed')
      throw new Refusal(`Look ${key.id} waits for approval: approve or decline it first.`);
    const given = Object.fromEntries(
      fields.flatMap((field) => (options[field] === undefined ? [] : [[field, options[field]]])),
    );
    const saved = await saveLook(world, fromShell, key, { ...before?.fields, ...given }, clock.now());
    if (saved.is === 'wrong') throw refusedFields(saved.problems);
    if (saved.is !== 'saved') throw noLook(key);
    if (logo !== undefined) {
      const set = await setLogo(world, fromShell, key, logo, clock.now());
      if (set.is === 'refused') throw new Refusal(lookLabels.en.logoProblems[set.why]);
    }
    if (options.propose === true) await propose(world, key);
    await tell(world, key, options);
  });
}

async function propose(world: CommandWorld, key: LookKey): Promise<void> {
  const proposed = await proposeLook(world, fromShell, key, world.clock.now());
  if (proposed.is === 'wrong') throw refusedFields(proposed.problems);
  if (proposed.is === 'empty') throw new Refusal('The look says nothing yet.');
}

const refusedFields = (problems: LookProblem[]): Refusal =>
  new Refusal(
    problems
      .map(
        ({ field, why, found = '' }) => `--${optionOf[field]}: ${lookLabels.en.problems[why](field, found)}`,
      )
      .join('\n'),
    { problems: problems.map(({ field, why }) => ({ field: optionOf[field], why })) },
  );

/** Null: it is taken away. */
async function readLogo(file: string): Promise<Buffer | null> {
  if (file === 'none') return null;
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) throw new Misuse(`--logo: ${file} cannot be read.`);
  if (bytes.length > maxLogoUploadBytes) throw new Refusal(lookLabels.en.logoProblems['too-large']);
  return bytes;
}

async function decide(
  key: LookKey,
  { approve, reason }: { approve: boolean; reason: string },
  options: OutputOptions,
): Promise<void> {
  await withCell(key.clientId, async (world) => {
    const decision = { seen: null, approve, reason };
    const decided = await decideLook(world, fromShell, key, decision, world.clock.now());
    if (decided.is === 'missing') throw noLook(key);
    if (decided.is === 'moved') throw new Refusal(`Look ${key.id} does not wait for approval.`);
    if (decided.is === 'no-reason') throw new Misuse(`--reason must have 1 to ${longestReason} characters.`);
    if (decided.is === 'wrong') throw refusedFields(decided.problems);
    await tell(world, key, options);
  });
}

async function withdraw(key: LookKey, reason: string, options: OutputOptions): Promise<void> {
  await withCell(key.clientId, async (world) => {
    const withdrawn = await withdrawLook(world, fromShell, key, reason, world.clock.now());
    if (withdrawn.is === 'missing') throw noLook(key);
    if (withdrawn.is === 'moved') throw new Refusal(`Look ${key.id} is not shown.`);
    if (withdrawn.is === 'no-reason')
      throw new Misuse(`--reason must have 1 to ${longestReason} characters.`);
    await tell(world, key, options);
  });
}
