/** The rows of a CSV table, including empty ones. Runs in the process that reads tables. */
import { CsvError, parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import {
  detectDelimiter,
  detectEncoding,
  lineEnds,
  type CsvDelimiter,
  type CsvEncoding,
} from './csv-form.ts';
import { foreignForm } from './foreign-files.ts';
import type { TableRow } from './table-row.ts';
import type { TableFile } from './table-file.ts';
import { TableProblem } from './table-problem.ts';

const headBytes = 64 * 1024;
/** An unclosed quote would otherwise turn the rest of the file into one cell. */
const maxRecordCharacters = 64 * 1024;

export async function* readCsv(
  file: TableFile,
  onProgress: (fraction: number) => void,
): AsyncGenerator<TableRow> {
  const encoding = await detectEncoding(file);
  const head = await readHead(file, encoding);
  const foreign = foreignForm(head);
  if (foreign !== null) throw new TableProblem({ is: foreign });
  const delimiter = detectDelimiter(head);
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    raw: true,
    record_delimiter: lineEnds,
    max_record_size: maxRecordCharacters,
  });
  const lines = { filled: 0, taken: 0 };
  const text = Readable.from(counted(decode(file, encoding, onProgress), lines));
  // Errors reach the loop below through the parser.
  pipeline(text, parser, () => {});
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<CsvRecord>) {
      lines.taken += filledLines(raw);
      refuseTakenRows(record, delimiter, info.lines);
      yield { line: info.lines, cells: record.map(cellOf) };
    }
  } catch (problem) {
    throw problem instanceof CsvError ? readableProblem(problem) : problem;
  } finally {
    text.destroy();
  }
  if (lines.taken !== lines.filled)
    throw new TableProblem({ is: 'lines-lost', lines: lines.filled, read: lines.taken });
}

interface CsvRecord {
  record: string[];
  /** The cell with the quotes of the file. */
  raw: string;
  info: { lines: number };
}

/** The sign that ends a file of DOS is nothing. */
const endOfFile = '\u001A';

function cellOf(cell: string): string | null {
  const text = cell.includes(endOfFile) ? cell.replaceAll(endOfFile, '') : cell;
  return text.trim() === '' ? null : text;
}

const breaks = /\r\n|\n|\r/;

const filledLines = (raw: string): number => {
  const text = raw.trim();
  if (text === '') return 0;
  return breaks.test(text) ? text.split(breaks).filter((line) => line.trim() !== '').length : 1;
};

/** A quote may hold several lines, but no further rows. */
function refuseTakenRows(record: readonly string[], delimiter: CsvDelimiter, line: number): void {
  if (record.length < 2) return;
  for (const cell of record) {
    if (!breaks.test(cell)) continue;
    if (cell.split(breaks).some((one, at) => at > 0 && one.split(delimiter).length >= record.length))
      throw new TableProblem({ is: 'quote-takes-rows', line });
  }
}

/** Counts the lines that are not blank, as they come. */
async function* counted(pieces: AsyncIterable<string>, lines: { filled: number }): AsyncGenerator<string> {
  let isFilled = false;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const end = nextEnd(piece, from);
      isFilled ||= piece.slice(from, end).trim() !== '';
      if (end < piece.length && isFilled) {
        lines.filled += 1;
        isFilled = false;
      }
      from = end + 1;
    }
    yield piece;
  }
  if (isFilled) lines.filled += 1;
}

function nextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 10 || sign === 13) return at;
  }
  return text.length;
}

async function* decode(
  file: TableFile,
  encoding: CsvEncoding,
  onProgress: (fraction: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of file.chunks()) {
    read += chunk.length;
    onProgress(Math.min(1, read / file.size));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function readHead(file: TableFile, encoding: CsvEncoding): Promise<string> {
  return new TextDecoder(encoding).decode(await file.head(headBytes), { stream: true });
}

/** The parser's messages may quote the file, so only its code and the line are used. */
function readableProblem(problem: CsvError): TableProblem {
  const line = 'lines' in problem ? String(problem.lines) : '?';
  switch (problem.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new TableProblem({ is: 'open-quote', line });
    default:
      return new TableProblem({ is: 'no-csv', code: problem.code, line });
  }
}
