/** `client invite`, `supplier invite` and what they share with `person invite`. */
import { addressHint } from '../shell/address-hint.ts';
import { InvalidArgumentError, type Command } from 'commander';
import { ofParty, type Party, type Side } from '../../people/access/party.ts';
import { fromShell } from '../../people/access/principal.ts';
import { leadRole, roles } from '../../people/access/rights.ts';
import type { NotYet } from '../../people/approvals/hold-back.ts';
import { readEmail } from '../../people/persons/email.ts';
import { invitationToken } from '../../people/team/invitation.ts';
import { invite, type Invited } from '../../people/team/invite.ts';
import { inLanguage, isLanguage, usualLanguage, type Language } from '../../platform/text/language.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { anId } from '../shell/arguments.ts';
import { answer, jsonOption, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { notYet } from './approval.ts';
import { withWorld } from '../shell/with-world.ts';

export interface InviteOptions extends OutputOptions {
  role: string;
  language: Language;
}

/** `client invite` and `supplier invite`: `person invite` for one party, by default with the role that leads it. */
export function registerInvite(parent: Command, side: Exclude<Side, 'operator'>): void {
  parent
    .command('invite')
    .description(
      'Invite somebody to sign in there; also prints the link, which is good once and for seven days.',
    )
    .argument(`<${side}>`, `id of the ${side}`, anId)
    .argument('<email>', 'whom', anEmail)
    .option('--role <role>', `what for: ${roles[side].join(', ')}`, leadRole[side])
    .option('--language <language>', 'of the letter: ru or en', aLanguage, usualLanguage)
    .option(...jsonOption)
    .addHelpText('after', `\nExample:\n  facevalue ${side} invite 12 anna@${side}.example`)
    .action((partyId: number, email: string, options: InviteOptions) =>
      inviteOne({ side, partyId }, email, options),
    );
}

const refusals: Record<Exclude<Invited['is'], 'invited' | NotYet['is']>, string> = {
  forbidden: 'This may not be done from here.',
  'no-party': 'There is no such client or supplier.',
  'bad-email': 'This is no e-mail address.',
  'bad-role': 'There is no such role on this side.',
  'member-already': 'This person is a member already.',
  'invited-already': 'This person was invited already and has not answered.',
  'too-many': 'There are too many open invitations.',
};

export async function inviteOne(party: Party, email: string, options: InviteOptions): Promise<void> {
  const { role, language } = options;
  const { invitation, link } = await withWorld(async (world) => {
    const { db, keyring, clock, config } = ofParty(world, party);
    const outcome = await invite(db, keyring, fromShell, { party, email, role, language }, clock.now());
    if (outcome.is === 'waits' || outcome.is === 'not-asked') throw notYet(outcome);
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

export function anEmail(text: string): string {
  const email = readEmail(text);
  if (email === null) throw new InvalidArgumentError(`It must be an e-mail address.${addressHint(text)}`);
  return email;
}

export function aLanguage(text: string): Language {
  if (!isLanguage(text)) throw new InvalidArgumentError('It must be ru or en.');
  return text;
}
