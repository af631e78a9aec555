/** Sends the letters to persons that are due: invitations, links to a new password, news of what was changed. */
import { personLetter, type PersonLetterInput } from '../../messaging/letters/person/person-letter.ts';
import type { Context } from '../../context.ts';
import type { LettersToPeople } from '../../messaging/outbox/letter-contents.ts';
import type { DueLetter, LetterWriter, OutboxContext, Writers } from '../../messaging/outbox/send-letters.ts';
import { inLanguage, type Language } from '../../platform/text/language.ts';
import { ofParty, type Party } from '../access/party.ts';
import { roleName } from '../access/role-names.ts';
import { recoveryMinutes, recoveryToken } from '../sign-in/recovery.ts';
import { openInvitation, partyNameOf, tokenOfInvitation, type OpenedInvitation } from '../team/invitation.ts';

type PersonLetterContext = OutboxContext & Pick<Context, 'cells'>;
type PersonKind = 'invitation' | 'asked-again' | 'recovery' | 'sign-in-changed' | 'access';
type Due<Kind extends PersonKind> = DueLetter<LettersToPeople[Kind]>;

export const personLetters = (ctx: PersonLetterContext): Pick<Writers<LettersToPeople>, PersonKind> => ({
  invitation: written((letter) => invitation(ctx, letter)),
  'asked-again': written((letter) => askedAgain(ctx, letter)),
  recovery: written((letter) => recovery(ctx, letter)),
  'sign-in-changed': written((letter) => signInChanged(ctx, letter)),
  access: written((letter) => access(ctx, letter)),
});

/** Null if no letter is needed any more: the invitation was revoked, or the address is unknown. */
type Input = PersonLetterInput | null;

const written = <Content>(
  inputOf: (letter: DueLetter<Content>) => Input | Promise<Input>,
): LetterWriter<Content> => ({
  async compose(letter) {
    const input = await inputOf(letter);
    return input === null ? null : personLetter(input);
  },
});

const linkTo = ({ config }: PersonLetterContext, path: string, language: Language): string =>
  inLanguage(`${config.baseUrl}${path}`, language);

async function invitation(
  ctx: PersonLetterContext,
  { language, aboutId: id, content }: Due<'invitation'>,
): Promise<Input> {
  const { token, opened } = await openByKey(ctx, { id, ...content });
  if (opened.is !== 'open') return null;
  const { invitedBy: inviter, role, expiresAt: until } = opened.invitation;
  const link = linkTo(ctx, `/invite/${token}`, language);
  const party = opened.partyName;
  return { kind: 'invitation', language, link, inviter, party, roleName: roleName(role, language), until };
}

async function askedAgain(
  ctx: PersonLetterContext,
  { language, aboutId: id, content }: Due<'asked-again'>,
): Promise<Input> {
  const { opened } = await openByKey(ctx, { id, ...content });
  if (opened.is !== 'expired') return null;
  const { email } = opened.invitation;
  const link = linkTo(ctx, '/team', language);
  return { kind: 'asked-again', language, link, email, party: opened.partyName };
}

async function recovery(
  ctx: PersonLetterContext,
  { language, aboutId: id }: Due<'recovery'>,
): Promise<Input> {
  const { rows } = await ctx.db.query<{ salt: number | null }>(
    `select r.salt from recoveries r join persons p on p.email = r.email
     where r.id = $1 and r.used_at is null`,
    [id],
  );
  const [asked] = rows;
  if (asked === undefined) return null;
  const token = recoveryToken(ctx.keyring, { id, ...asked });
  const link = linkTo(ctx, `/in/new-password/${token}`, language);
  return { kind: 'recovery', language, link, minutes: recoveryMinutes };
}

async function access(
  ctx: PersonLetterContext,
  { language, madeAt: at, content }: Due<'access'>,
): Promise<Input> {
  const { side, partyId, change, detail, byName: by } = content;
  const party = await partyNameOf(ofParty(ctx, { side, partyId }).db, { side, partyId });
  const link = linkTo(ctx, '/team', language);
  return party === null ? null : { kind: 'access', language, link, change, detail, by, party, at };
}

const signInChanged = (
  ctx: PersonLetterContext,
  { language, madeAt: at, content: { change } }: Due<'sign-in-changed'>,
): Input => ({ kind: 'changed', language, link: linkTo(ctx, '/in/recover', language), change, at });

async function openByKey(
  ctx: PersonLetterContext,
  key: Party & { id: number; round: number },
): Promise<{ token: string; opened: OpenedInvitation }> {
  const { db } = ofParty(ctx, key);
  const token = (await tokenOfInvitation(db, ctx.keyring, key)) ?? '';
  return { token, opened: await openInvitation(db, ctx.keyring, token, ctx.clock.now()) };
}
