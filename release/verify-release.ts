import type { KeyObject } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksumsFile, sha256 } from './checksums.ts';
import type { Statement } from './provenance.ts';
import { openStatement, type Envelope } from './signature.ts';

/** What does not fit in the folder of a release; with a key also whether its owner has signed it. */
export function problemsOf(folder: string, key: KeyObject | null): string[] {
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const sums = read(checksumsFile)
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ') as [hash: string, file: string]);
  const listed = new Map(sums.map(([hash, file]) => [file, hash]));
  const changed = sums.filter(([hash, file]) => sha256(read(file)) !== hash).map(([, file]) => file);
  return [
    ...changed.map((file) => `${file} is not the file of ${checksumsFile}.`),
    ...globSync('*.intoto.json', { cwd: folder }).flatMap((file) => {
      const statement = statementOf(JSON.parse(read(file).toString('utf8')) as Statement | Envelope, key);
      if (statement === null) return [`${file} is not signed by this key.`];
      return statement.subject
        .filter(({ name, digest }) => listed.get(name) !== digest.sha256)
        .map(({ name }) => `${name} is not the one of ${file}.`);
    }),
  ];
}

function statementOf(content: Statement | Envelope, key: KeyObject | null): Statement | null {
  if (!('payload' in content)) return key === null ? content : null;
  if (key !== null) return openStatement(content, key);
  return JSON.parse(Buffer.from(content.payload, 'base64').toString('utf8')) as Statement;
}
