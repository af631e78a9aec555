/** The rows of a CSV table, including empty ones. Runs in the table thread. */
import { CsvError, parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import { detectDelimiter, detectEncoding, type CsvEncoding } from './csv-form.ts';
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
  const parser = parse({
    delimiter: detectDelimiter(await readHead(file, encoding)),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: maxRecordCharacters,
  });
  const text = Readable.from(decode(file, encoding, onProgress));
  // Errors reach the loop below through the parser.
  pipeline(text, parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>)
      yield { line: info.lines, cells: record.map((cell) => (cell.trim() === '' ? null : cell)) };
  } catch (problem) {
    throw problem instanceof CsvError ? readableProblem(problem) : problem;
  } finally {
    text.destroy();
  }
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
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
  const line = 'lines' in problem ? ` at or before line ${String(problem.lines)}` : '';
  switch (problem.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new TableProblem(`a quote is opened and not closed${line}`);
    default:
      return new TableProblem(`the file is no CSV (${problem.code}${line})`);
  }
}
