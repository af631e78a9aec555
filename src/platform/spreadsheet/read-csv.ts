import { CsvError, parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import { detectDelimiter, detectEncoding, type CsvEncoding } from './csv-form.ts';
import type { TableOptions, TableRow } from './read-table.ts';
import type { TableFile } from './table-file.ts';
import { maxTableRows, TableProblem } from './table-problem.ts';

const batchRows = 2000;
const headBytes = 64 * 1024;
/** An unclosed quote would otherwise swallow the rest of the file as one cell. */
const maxRecordCharacters = 64 * 1024;

export async function* readCsv(file: TableFile, options: TableOptions): AsyncGenerator<TableRow[]> {
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
  const text = Readable.from(decode(file, encoding, options));
  // Errors reach the loop below through the parser.
  pipeline(text, parser, () => {});
  let batch: TableRow[] = [];
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      if (record.every((cell) => cell.trim() === '')) continue;
      rows += 1;
      if (rows > maxTableRows) throw new TableProblem(`the table has more than ${maxTableRows} rows`);
      batch.push({ line: info.lines, cells: record.map((cell) => (cell.trim() === '' ? null : cell)) });
      if (batch.length === batchRows) {
        yield batch;
        batch = [];
      }
    }
  } catch (problem) {
    throw problem instanceof CsvError ? readableProblem(problem) : problem;
  } finally {
    text.destroy();
  }
  if (batch.length > 0) yield batch;
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

async function* decode(
  file: TableFile,
  encoding: CsvEncoding,
  options: TableOptions,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of file.chunks()) {
    read += chunk.length;
    options.onProgress?.(Math.min(1, read / file.size));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

async function readHead(file: TableFile, encoding: CsvEncoding): Promise<string> {
  return new TextDecoder(encoding).decode(await file.head(headBytes), { stream: true });
}

/** The parser's own words may quote the file, so only its code and line are told. */
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
