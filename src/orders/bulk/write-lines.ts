import type { Tx } from '../../platform/database/database.ts';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { BulkKey } from './bulk-order.ts';
import type { JudgedLine } from './judge-lines.ts';

/** Writes lines that were judged; one that is there already stays as it is, so that a file may be read again. */
export async function writeLines(tx: Tx, { clientId, bulkId }: BulkKey, lines: JudgedLine[]): Promise<void> {
  await tx.query(
    `insert into bulk_lines (client_id, bulk_id, line, state, fields, uuid, product_id, face_kopecks, testmode, problems)
     select $1, $2, line, case when problems = '' then 'right' else 'wrong' end, fields, uuid, product_id, face_kopecks, testmode,
       case when problems = '' then '{}' else string_to_array(problems, ' ') end
     from unnest($3::integer[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::boolean[], $9::text[])
       as w (line, fields, uuid, product_id, face_kopecks, testmode, problems)
     on conflict (client_id, bulk_id, line) do nothing`,
    [
      clientId,
      bulkId,
      ...columns.map((column) => arrayLiteral(lines.map((line) => line[column]))),
      arrayLiteral(lines.map(({ problems }) => problems.join(' '))),
    ],
  );
}

const columns = ['line', 'fields', 'uuid', 'productId', 'faceKopecks', 'testmode'] as const;
