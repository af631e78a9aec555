/** The workers that make and send letters about activations. */
import type { Context } from '../../context.ts';
import { activationLetter } from '../../messaging/letters/activation/activation-letter.ts';
import { activationTableFile } from '../../messaging/letters/activation/table-file.ts';
import { activationLetterLabels } from '../../messaging/letters/activation/labels.ts';
import { byCell } from '../../platform/cells/cell-context.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { inLanguage } from '../../platform/text/language.ts';
import { sheetContentTypes } from '../../platform/spreadsheet/sheet-file.ts';
import { revealCodes, type Readings } from '../../vault/reveal.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import type { LettersToPeople } from '../../messaging/outbox/letter-contents.ts';
import type { DueLetter, LetterWriter, MailContent } from '../../messaging/outbox/send-letters.ts';
import { findLetter, listRows } from './find-letter.ts';
import { activationToken, lettersAreDue, makeDueLetters, remindOnce } from './make-letters.ts';

const idleMs = 5000;

type ActivationContext = Pick<
  Context,
  'config' | 'db' | 'pageDb' | 'cells' | 'clock' | 'keyring' | 'mailer' | 'log' | 'crashPoint'
>;

/** Makes the due activation letters, and reminders for unanswered ones. */
export function createActivationLetterMaker(ctx: ActivationContext): Worker {
  async function round(): Promise<number> {
    const now = ctx.clock.now();
    if (!(await lettersAreDue(ctx.db, now))) return 0;
    let done = 0;
    const made = await transaction(ctx.db, async (tx) => {
      const letters = await makeDueLetters({ ...ctx, db: tx }, now);
      if (letters !== null) ctx.crashPoint('activation-letters:before-commit');
      return letters;
    });
    if (made !== null) {
      ctx.crashPoint('activation-letters:after-commit');
      done += 1;
    }
    if (await transaction(ctx.db, (tx) => remindOnce(tx, now))) done += 1;
    return done;
  }
  return { name: 'make-activation-letters', idleMs, round, drain: () => Promise.resolve() };
}

/** Letters about activations; `activation list` counts those that failed. */
export const activationLetters = (ctx: ActivationContext): LetterWriter<LettersToPeople['activation']> => ({
  compose: (mail) => composeMail(ctx, mail),
});

/** Null if nothing is left to ask for, because everything was confirmed or taken back meanwhile. */
async function composeMail(
  ctx: ActivationContext,
  mail: DueLetter<LettersToPeople['activation']>,
): Promise<MailContent | null> {
  const letter = await findLetter(ctx.db, mail.aboutId);
  if (letter === null) return null;
  const { supplierId, letterId, language } = letter;
  const open = (await listRows(ctx, letter)).filter((row) => row.confirmedAt === null && !row.withdrawn);
  const codeIds = open.map(({ codeId }) => codeId);
  const codes = await reveal(ctx, { supplierId, codeIds, reader: 'supplier', address: mail.address });
  const rows = open.flatMap((row) => {
    const code = codes.get(row.codeId);
    return code === undefined ? [] : [{ ...row, number: code.number }];
  });
  if (rows.length === 0) return null;
  const { mailbox, baseUrl } = ctx.config;
  const page = `${baseUrl}/activation/${activationToken(ctx.keyring, letter)}`;
  const link = inLanguage(page, language);
  const mayReply = mailbox.url !== '' && mailbox.address !== '';
  return {
    ...activationLetter({ ...letter, kind: mail.content.is, link, mayReply, rows }),
    replyTo: mayReply ? mailbox.address : undefined,
    attachments: [
      {
        name: activationLetterLabels[language].file(letterId),
        type: sheetContentTypes.xlsx,
        bytes: await activationTableFile(rows, language),
      },
    ],
  };
}

/** Each reading is on record in the cell of its code. */
async function reveal(ctx: ActivationContext, readings: Readings): Promise<Map<number, PlainCode>> {
  const now = ctx.clock.now();
  const opened = byCell(ctx, readings.codeIds).map(([{ db, keyring }, codeIds]) =>
    revealCodes(db, keyring, { ...readings, codeIds }, now),
  );
  return new Map((await Promise.all(opened)).flatMap((codes) => [...codes]));
}
