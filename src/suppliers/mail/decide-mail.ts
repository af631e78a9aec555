import { createHash } from 'node:crypto';
import type { MailPart, ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import {
  answeredIds,
  isAutomatic,
  readSender,
  type MailHead,
} from '../../platform/mail/arriving/read-head.ts';
import { byCell, type ReadingContext } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { fingerprintsOf } from '../../vault/fingerprints-of.ts';
import { codeFingerprints } from '../../vault/seal-code.ts';
import { findLetterAnswered, listRows, type LetterKey } from '../activation/find-letter.ts';
import { readReply } from '../activation/read-reply.ts';
import { fileReasons } from './file-reasons.ts';
import type { ReadingTime } from './reading-time.ts';
import { supplierOfSender } from './senders.ts';
import { weighFile } from './weigh-file.ts';

/** What to do with a mail or one of its files. Texts never contain a code. */
export type MailDecision =
  | { is: 'ignored' | 'refused'; fileName: string; details: string; supplierId: number | null }
  | { is: 'draft'; fileName: string; supplierId: number; bytes: Buffer; hash: Buffer; rows: number }
  | ({ is: 'unclear'; details: string } & LetterKey)
  | ({ is: 'confirmed'; rows: number[] | null } & LetterKey);

interface Reader extends ReadingContext {
  keyring: Keyring;
}

/** The purpose of a mail, judged by its header; the rest is fetched only if needed. */
export type MailPurpose =
  | { is: 'settled'; decision: MailDecision }
  | { is: 'reply'; letter: LetterKey; automatic: boolean }
  | { is: 'files'; supplierId: number; sender: string; automatic: boolean };

const maxFiles = 20;

/** Whether a mail is automatic decides only what a mail without files means: programs send codes, too. */
export async function purposeOf(db: Sql, head: MailHead): Promise<MailPurpose> {
  const automatic = isAutomatic(head);
  const unlessAutomatic = (otherwise: MailDecision): MailPurpose => ({
    is: 'settled',
    decision: automatic ? automaticAnswer : otherwise,
  });
  const { address: sender, why } = readSender(head);
  if (sender === null) return unlessAutomatic(nothing('refused', why));
  const answered = await findLetterAnswered(db, answeredIds(head));
  if (answered !== null) {
    const { addresses, ...letter } = answered;
    // Only those who received the letter know its Message-ID; the address is checked too, in case it was shown to
    // others.
    if (addresses.includes(sender)) return { is: 'reply', letter, automatic };
    return unlessAutomatic({
      is: 'unclear',
      details: 'answered from an address that the letter did not go to',
      ...letter,
    });
  }
  const supplierId = await supplierOfSender(db, sender);
  if (supplierId === 'unknown')
    return unlessAutomatic(nothing('refused', 'the sender is no known address of a supplier'));
  if (supplierId === 'several')
    return unlessAutomatic(nothing('refused', 'several suppliers have this sender’s address'));
  return { is: 'files', supplierId, sender, automatic };
}

export const nothing = (is: 'ignored' | 'refused', details: string): MailDecision => ({
  is,
  fileName: '',
  details,
  supplierId: null,
});

const automaticAnswer = {
  is: 'ignored' as const,
  fileName: '',
  details: 'an automatic answer',
  supplierId: null,
};

/** Decides what to do with a mail; changes nothing. Each mail gets at least one decision. */
export async function decideMail(
  reader: Reader,
  purpose: Exclude<MailPurpose, { is: 'settled' }>,
  mail: ParsedMail,
  time: ReadingTime,
): Promise<MailDecision[]> {
  const supplierId = purpose.is === 'reply' ? purpose.letter.supplierId : purpose.supplierId;
  if (purpose.automatic && filesOf(mail).length === 0) return [{ ...automaticAnswer, supplierId }];
  return purpose.is === 'reply'
    ? [await decideReply(reader, mail, purpose.letter)]
    : decideFiles(mail, supplierId, time);
}

async function decideReply(reader: Reader, mail: ParsedMail, letter: LetterKey): Promise<MailDecision> {
  const { supplierId } = letter;
  const unclear = (details: string): MailDecision => ({ is: 'unclear', details, ...letter });
  if (filesOf(mail).length > 0) return unclear('answered with a file');
  const rows = await listRows(reader, letter);
  const rowOfCode = new Map(rows.map(({ row, codeId }) => [codeId, row]));
  const codeOf = await codesByFingerprint(reader, supplierId, [...rowOfCode.keys()]);
  const reply = readReply(mail.text, {
    rows: rows.length,
    rowsOfNumber(text) {
      const codeId = codeFingerprints(reader.keyring, supplierId, text)
        .map((fingerprint) => codeOf.get(fingerprint.toString('hex')))
        .find((id) => id !== undefined);
      const row = codeId === undefined ? undefined : rowOfCode.get(codeId);
      return row === undefined ? [] : [row];
    },
  });
  switch (reply.is) {
    case 'unclear':
      return unclear(reply.why);
    case 'all':
      return { is: 'confirmed', rows: null, ...letter };
    case 'some':
      return { is: 'confirmed', rows: reply.rows, ...letter };
  }
}

async function codesByFingerprint(
  reader: Reader,
  supplierId: number,
  codeIds: number[],
): Promise<Map<string, number>> {
  const perCell = byCell(reader, codeIds).map(([{ pageDb }, some]) =>
    fingerprintsOf(pageDb, supplierId, some),
  );
  return new Map((await Promise.all(perCell)).flatMap((codes) => [...codes]));
}

const pictureName = /\.(png|jpe?g|gif|webp|bmp|svg)$/i;
/** What mail programs add by themselves: signatures of the mail, keys, cards; and mails that were opened. */
const companions =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|keys|encrypted)|text\/(?:x-)?vcard|text\/calendar|message\/.*)$/;
const companionName = /\.(?:p7s|vcf|ics)$/i;

/** The files that may hold codes; pictures and signatures of the mail itself are left out. */
const filesOf = ({ parts }: ParsedMail): MailPart[] =>
  parts.filter(
    ({ type, fileName }) =>
      !companions.test(type) &&
      !companionName.test(fileName ?? '') &&
      (!type.startsWith('image/') || (fileName !== null && !pictureName.test(fileName))),
  );

const endings: Record<string, string> = {
  'text/csv': '.csv',
  'text/plain': '.txt',
  'text/tab-separated-values': '.tsv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
};

/** A file without a name gets one from its position and type. */
const nameOf = ({ fileName, type }: MailPart, index: number): string =>
  fileName ?? `file ${index + 1}${endings[type] ?? ''}`;

const isOutlookPackage = ({ type, fileName }: MailPart): boolean =>
  type === 'application/ms-tnef' || fileName?.toLowerCase() === 'winmail.dat';

async function decideFiles(mail: ParsedMail, supplierId: number, time: ReadingTime): Promise<MailDecision[]> {
  const files = filesOf(mail);
  const refused = (fileName: string, details: string): MailDecision => ({
    is: 'refused',
    fileName,
    details,
    supplierId,
  });
  if (files.length === 0) return [refused('', 'the mail brings no file and answers no letter')];
  if (files.length > maxFiles) return [refused('', `the mail brings more than ${maxFiles} files`)];
  const decisions: MailDecision[] = [];
  for (const [index, file] of files.entries()) {
    const { bytes: content } = file;
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    const fileName = nameOf(file, index);
    if (isOutlookPackage(file)) {
      decisions.push(
        refused(fileName, 'the file is packed by Outlook (winmail.dat): send the mail as HTML or plain text'),
      );
      continue;
    }
    const weighing = await weighFile(fileName, bytes, time);
    if (weighing.is === 'refused') {
      decisions.push(refused(fileName, fileReasons.text(weighing.reason, 'en')));
      continue;
    }
    const hash = createHash('sha256').update(bytes).digest();
    decisions.push({ is: 'draft', fileName, supplierId, bytes, hash, rows: weighing.rows });
  }
  return decisions;
}
