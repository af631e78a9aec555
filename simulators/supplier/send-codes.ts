/** A simulated supplier's employee who sends codes by mail. */
import { writeXlsx } from 'hucre/xlsx';
import type { Clock } from '../../src/platform/time/clock.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import type { CodeMailFault } from './mail-faults.ts';
import type { Supplier } from './play-supplier.ts';
import { sendMail, unknownAddress, type MailWay } from './send-mail.ts';

export interface HandedCode {
  number: string;
  pin: string;
  roubles: number;
}

export interface CodeMail {
  from: string;
  codes: HandedCode[];
  fault: CodeMailFault | null;
}

interface CodeFile {
  filename: string;
  content: Buffer;
}

/** Acts as a supplier's employee who sends spreadsheets with codes, with or without errors. */
export interface CodeSender {
  send(supplier: Supplier, mail: CodeMail): Promise<boolean>;
}

const largeBytes = 16 * 1024 * 1024;
const subject = 'Коды сертификатов';

export function createCodeSender(way: MailWay, clock: Clock): CodeSender {
  const lastFile = new Map<string, CodeFile>();

  async function send(supplier: Supplier, { from, codes, fault }: CodeMail): Promise<boolean> {
    const again = fault === 'duplicate' ? lastFile.get(supplier.key) : undefined;
    const name = `${supplier.key}-${moscowDateTime(clock.now()).replaceAll(/\D/g, '')}`;
    const file = again ?? (await fileOf(name, codes, fault));
    const sent = await sendMail(way.smtpUrl, {
      from: fault === 'unknown-sender' ? unknownAddress : from,
      to: way.mailbox,
      subject,
      text: 'Добрый день! Новые коды во вложении.',
      attachments: [file],
    });
    if (!sent) return false;
    // A mail that must be refused does not count as sent codes.
    if (fault !== null) return true;
    lastFile.set(supplier.key, file);
    await enter(supplier, codes, clock);
    return true;
  }

  return { send };
}

async function enter({ ledger }: Supplier, codes: HandedCode[], clock: Clock): Promise<void> {
  const at = clock.now().toISOString();
  const entry = { at, kind: 'sent' as const, requestId: '', expireAt: '', fault: null };
  await Promise.all(
    codes.map(({ number, pin, roubles }) => ledger.add({ ...entry, roubles, code: number, pin })),
  );
}

async function fileOf(name: string, codes: HandedCode[], fault: CodeMailFault | null): Promise<CodeFile> {
  switch (fault) {
    case 'encrypted':
      return { filename: `${name}.xlsx`, content: protectedWorkbook };
    case 'macros':
      return { filename: `${name}.xlsm`, content: await workbook(rowsOf(codes)) };
    case 'too-large':
      return { filename: `${name}.csv`, content: Buffer.alloc(largeBytes, 'Номер;Номинал\r\n') };
    case 'wrong-rows':
      return { filename: `${name}.xlsx`, content: await workbook([...rowsOf(codes), ...wrongRows(codes)]) };
    default:
      return { filename: `${name}.xlsx`, content: await workbook(rowsOf(codes)) };
  }
}

type Row = (string | number)[];

const headings = ['Номер', 'ПИН', 'Номинал', 'Активен'];
const rowsOf = (codes: HandedCode[]): Row[] =>
  codes.map(({ number, pin, roubles }) => [number, pin, roubles, 'нет']);

/** The first code again, one without a number, and one with an invalid face. */
const wrongRows = ([first]: HandedCode[]): Row[] => [
  [first?.number ?? '', first?.pin ?? '', first?.roubles ?? 0, 'нет'],
  ['', '', 500, 'нет'],
  ['НЕ-НОМИНАЛ-1', '', 'пятьсот', 'нет'],
];

const workbook = async (rows: Row[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Коды', rows: [headings, ...rows] }] }));

/** The beginning of a password-protected workbook: a compound file with an encrypted stream. */
const protectedWorkbook = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(480),
]);
