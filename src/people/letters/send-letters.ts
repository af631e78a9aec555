/** Sends the letters to persons that are due: invitations, links to a new password, news of what was changed. */
import { personLetter, type PersonLetterInput } from '../../messaging/letters/person/person-letter.ts';
import type { AccessNews, SignInChange } from '../../messaging/letters/person/labels.ts';
import type { Context } from '../../context.ts';
import { createMailQueue, type DueMail, type MailQueueContext } from '../../messaging/mail/mail-queue.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import { ofParty, type Party, type Side } from '../access/party.ts';
import { roleName } from '../access/role-names.ts';
import { recoveryMinutes, recoveryToken } from '../sign-in/recovery.ts';
import { openInvitation, partyNameOf, tokenOfInvitation, type OpenedInvitation } from '../team/invitation.ts';

type PersonMail = DueMail & { language: Language; created_at: Date } & (
    | {
        kind: 'invitation' | 'asked-again';
        side: Side;
        party_id: number;
        invitation_id: number;
        round: number;
      }
    | { kind: 'recovery'; recovery_id: number }
    | { kind: 'changed'; change: SignInChange }
    | { kind: 'access'; side: Side; party_id: number; change: AccessNews; detail: string; by_name: string }
  );

type PersonLetterContext = MailQueueContext & Pick<Context, 'cells'>;

export const createPersonLetterSender = (ctx: PersonLetterContext): Worker =>
  createMailQueue<PersonMail>(ctx, {
    name: 'send-person-letters',
    table: 'person_mails',
    columns:
      'kind, language, side, party_id, invitation_id, round, recovery_id, change, detail, by_name, created_at',
    messageIdOf: ({ id }) => ctx.keyring.token(`person-mail:${id}`),
    async compose(mail) {
      const input = await inputOf(ctx, mail);
      return input === null ? null : personLetter(input);
    },
  });

/** Null if no letter is needed any more: the invitation was revoked, or the address is unknown. */
async function inputOf(ctx: PersonLetterContext, mail: PersonMail): Promise<PersonLetterInput | null> {
  const { db, keyring } = ctx;
  const { language } = mail;
  const linkTo = (path: string): string => inLanguage(`${ctx.config.baseUrl}${path}`, language);
  switch (mail.kind) {
    case 'invitation': {
      const { side, party_id: partyId, invitation_id: id, round } = mail;
      const { token, opened } = await openByKey(ctx, { side, partyId, id, round });
      if (opened.is !== 'open') return null;
      const { invitedBy: inviter, role, expiresAt: until } = opened.invitation;
      const roleNamed = roleName(role, language);
      const link = linkTo(`/invite/${token}`);
      const party = opened.partyName;
      return { kind: 'invitation', language, link, inviter, party, roleName: roleNamed, until };
    }
    case 'asked-again': {
      const { side, party_id: partyId, invitation_id: id, round } = mail;
      const { opened } = await openByKey(ctx, { side, partyId, id, round });
      if (opened.is !== 'expired') return null;
      const { email } = opened.invitation;
      return { kind: 'asked-again', language, link: linkTo('/team'), email, party: opened.partyName };
    }
    case 'recovery': {
      const { rows } = await db.query<{ salt: number | null }>(
        `select r.salt from recoveries r join persons p on p.email = r.email
         where r.id = $1 and r.used_at is null`,
        [mail.recovery_id],
      );
      const [asked] = rows;
      if (asked === undefined) return null;
      const link = linkTo(`/in/new-password/${recoveryToken(keyring, { id: mail.recovery_id, ...asked })}`);
      return { kind: 'recovery', language, link, minutes: recoveryMinutes };
    }
    case 'access': {
      const { side, party_id: partyId, change, detail, by_name: by, created_at: at } = mail;
      const party = { side, partyId };
      const name = await partyNameOf(ofParty(ctx, party).db, party);
      return name === null
        ? null
        : { kind: 'access', language, link: linkTo('/team'), change, detail, by, party: name, at };
    }
    case 'changed':
      return {
        kind: 'changed',
        language,
        link: linkTo('/in/recover'),
        change: mail.change,
        at: mail.created_at,
      };
  }
}

async function openByKey(
  ctx: PersonLetterContext,
  key: Party & { id: number; round: number },
): Promise<{ token: string; opened: OpenedInvitation }> {
  const { db } = ofParty(ctx, key);
  const token = (await tokenOfInvitation(db, ctx.keyring, key)) ?? '';
  return { token, opened: await openInvitation(db, ctx.keyring, token, ctx.clock.now()) };
}
