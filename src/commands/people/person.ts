/** `facevalue person …`: people who sign in, their roles and second factors. */
import type { Command } from 'commander';
import { operator, type Party } from '../../people/access/party.ts';
import { fromShell } from '../../people/access/principal.ts';
import { roles } from '../../people/access/rights.ts';
import { listPersons } from '../../people/persons/list-persons.ts';
import { confirmMember } from '../../people/team/confirm-member.ts';
import { removeMember } from '../../people/team/members.ts';
import { giveBack } from '../../people/team/give-back.ts';
import { givenBackDays, givenBackUntil, listRemoved } from '../../people/team/removed-members.ts';
import { usualLanguage } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';
import { aLanguage, anEmail, inviteOne, type InviteOptions } from './invite.ts';

interface PartyOptions extends OutputOptions {
  client?: number;
  supplier?: number;
  operator?: true;
}

export function register(program: Command): void {
  const person = program.command('person').description('People who sign in, and what they may do where.');
  withParty(
    person
      .command('invite')
      .description('Invite somebody by letter; also prints the link, which is good once and for seven days.')
      .argument('<email>', 'whom', anEmail),
  )
    .requiredOption('--role <role>', `what for: ${Object.values(roles).flat().join(', ')}`)
    .option('--language <language>', 'of the letter: ru or en', aLanguage, usualLanguage)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  facevalue person invite anna@shop.example --client 12 --role owner')
    .action((email: string, options: PartyOptions & InviteOptions) =>
      inviteOne(onePartyOf(options), email, options),
    );
  withParty(person.command('list').description('Who is a member, where and as what.'))
    .option(...jsonOption)
    .action(list);
  person
    .command('confirm')
    .description(
      'Say that an operator whom another one invited is another person, who may approve what that one asks for.',
    )
    .argument('<email>', 'who', anEmail)
    .option(...jsonOption)
    .action(confirm);
  withParty(
    person
      .command('remove')
      .description(
        `Take somebody out; what is signed in there ends at once. For ${givenBackDays} days it can be given back.`,
      )
      .argument('<email>', 'whom', anEmail),
  )
    .option(...jsonOption)
    .action(remove);
  withParty(
    person.command('removed').description('Who was taken out lately, and until when it can be given back.'),
  )
    .option(...jsonOption)
    .action(listRemovedMembers);
  withParty(
    person
      .command('give-back')
      .description('Make somebody that was taken out lately the member it was; it signs in again.')
      .argument('<email>', 'whom', anEmail),
  )
    .option(...jsonOption)
    .action(restoreMember);
}

const withParty = (command: Command): Command =>
  command
    .option('--client <id>', 'at this client', anId)
    .option('--supplier <id>', 'at this supplier', anId)
    .option('--operator', 'at the operator of this installation');

function partyOf({ client, supplier, operator: isOperator }: PartyOptions): Party | null {
  const named: Party[] = [
    ...(client === undefined ? [] : [{ side: 'client', partyId: client } as const]),
    ...(supplier === undefined ? [] : [{ side: 'supplier', partyId: supplier } as const]),
    ...(isOperator === true ? [operator] : []),
  ];
  if (named.length > 1) throw new Misuse('Name one of --client, --supplier and --operator.');
  return named[0] ?? null;
}

function onePartyOf(options: PartyOptions): Party {
  const party = partyOf(options);
  if (party === null) throw new Misuse('Name one of --client, --supplier and --operator.');
  return party;
}

async function list(options: PartyOptions): Promise<void> {
  const party = partyOf(options);
  const persons = await withWorld(({ db }) => listPersons(db, { party, email: null }));
  const lines = persons.map(({ email, name, side, partyId, role, hasFactor }) => ({
    email,
    name,
    side,
    party_id: partyId,
    role,
    second_factor: hasFactor,
  }));
  answer(options, { persons: lines }, () =>
    table(
      ['E-MAIL', 'NAME', 'SIDE', 'ID', 'ROLE', 'SECOND FACTOR'],
      lines.map((one) => [
        one.email,
        one.name,
        one.side,
        one.party_id,
        one.role,
        one.second_factor ? 'yes' : 'no',
      ]),
    ),
  );
}

async function confirm(email: string, options: OutputOptions): Promise<void> {
  await withWorld(async ({ db, keyring, clock }) => {
    const [person] = await listPersons(db, { party: operator, email });
    const outcome =
      person === undefined
        ? ({ is: 'missing' } as const)
        : await confirmMember(db, keyring, fromShell, person.personId, clock.now());
    if (outcome.is === 'missing') throw new Refusal('There is no such operator.');
    if (outcome.is === 'unchanged') throw new Refusal('Nobody else has to confirm this operator.');
  });
  answer(options, { confirmed: email }, () => `${email} counts as another person now.`);
}

async function remove(email: string, options: PartyOptions): Promise<void> {
  const party = onePartyOf(options);
  await withWorld(async ({ db, keyring, clock }) => {
    const [person] = await listPersons(db, { party, email });
    const outcome =
      person === undefined
        ? ({ is: 'missing' } as const)
        : await removeMember(db, keyring, fromShell, { party, personId: person.personId }, clock.now());
    if (outcome.is !== 'removed') throw new Refusal('There is no such member.');
  });
  answer(options, { removed: email }, () => `${email} is no member there any more.`);
}

async function listRemovedMembers(options: PartyOptions): Promise<void> {
  const party = onePartyOf(options);
  const members = await withWorld(({ db, clock }) => listRemoved(db, party, clock.now()));
  const lines = members.map(({ email, name, role, removedAt, removedBy }) => ({
    email,
    name,
    role,
    removed_by: removedBy,
    until: moscowDateTime(givenBackUntil(removedAt)),
  }));
  answer(options, { persons: lines }, () =>
    table(
      ['E-MAIL', 'NAME', 'ROLE', 'REMOVED BY', 'UNTIL'],
      lines.map((one) => [one.email, one.name, one.role, one.removed_by, one.until]),
    ),
  );
}

async function restoreMember(email: string, options: PartyOptions): Promise<void> {
  const party = onePartyOf(options);
  await withWorld(async ({ db, keyring, clock }) => {
    const now = clock.now();
    const person = (await listRemoved(db, party, now)).find((one) => one.email === email);
    const outcome =
      person === undefined
        ? ({ is: 'missing' } as const)
        : await giveBack(db, keyring, fromShell, { party, personId: person.personId }, now);
    if (outcome.is !== 'given-back') throw new Refusal('Nobody of this address was taken out there lately.');
  });
  answer(options, { given_back: email }, () => `${email} is a member there again, and signs in again.`);
}
