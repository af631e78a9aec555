import { InvalidArgumentError, type Command } from 'commander';
import { operator, type Party } from '../../people/access/party.ts';
import { fromShell } from '../../people/access/principal.ts';
import { roles } from '../../people/access/rights.ts';
import { readEmail } from '../../people/persons/email.ts';
import { listPersons } from '../../people/persons/list-persons.ts';
import { invitationToken } from '../../people/team/invitation.ts';
import { invite, type Invited } from '../../people/team/invite.ts';
import { removeMember } from '../../people/team/members.ts';
import { inLanguage, isLanguage, usualLanguage, type Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Misuse, Refusal } from '../shell/problems.ts';
import { withWorld } from '../shell/with-world.ts';

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
    .action(inviteOne);
  withParty(person.command('list').description('Who is a member, where and as what.'))
    .option(...jsonOption)
    .action(list);
  withParty(
    person
      .command('remove')
      .description('Take somebody out; what is signed in there ends at once.')
      .argument('<email>', 'whom', anEmail),
  )
    .option(...jsonOption)
    .action(remove);
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

const refusals: Record<Exclude<Invited['is'], 'invited'>, string> = {
  forbidden: 'This may not be done from here.',
  'no-party': 'There is no such client or supplier.',
  'bad-email': 'This is no e-mail address.',
  'bad-role': 'There is no such role on this side.',
  'member-already': 'This person is a member already.',
  'invited-already': 'This person was invited already and has not answered.',
  'too-many': 'There are too many open invitations.',
};

async function inviteOne(
  email: string,
  options: PartyOptions & { role: string; language: Language },
): Promise<void> {
  const party = onePartyOf(options);
  const { role, language } = options;
  const { invitation, link } = await withWorld(async ({ db, keyring, clock, config }) => {
    const outcome = await invite(db, keyring, fromShell, { party, email, role, language }, clock.now());
    if (outcome.is !== 'invited') throw new Refusal(refusals[outcome.is]);
    const address = `${config.baseUrl}/invite/${invitationToken(keyring, outcome.invitation)}`;
    return { invitation: outcome.invitation, link: inLanguage(address, language) };
  });
  const until = moscowDateTime(invitation.expiresAt);
  answer(
    options,
    { invitation: { id: invitation.id, email: invitation.email, role, expires_at: until, link } },
    () =>
      `${invitation.email} is invited as ${role}, until ${until} (Moscow). A letter is on its way.\n${link}`,
  );
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

function anEmail(text: string): string {
  const email = readEmail(text);
  if (email === null) throw new InvalidArgumentError('It must be an e-mail address.');
  return email;
}

function aLanguage(text: string): Language {
  if (!isLanguage(text)) throw new InvalidArgumentError('It must be ru or en.');
  return text;
}
