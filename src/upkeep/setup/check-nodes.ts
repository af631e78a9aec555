/** Whether each node of a cluster answers, and keeps what it has committed. */
import { orNull } from '../../platform/cells/from-answering.ts';
import { atNode, isCluster, readNodes, type NodeOfCells } from '../../platform/cells/nodes.ts';
import type { Database } from '../../platform/database/database.ts';
import { checkServer } from './check-database.ts';
import type { Finding } from './finding.ts';

/** Nothing where there is no cluster. */
export async function checkNodes(db: Database): Promise<Finding[]> {
  const nodes = (await isCluster(db)) ? await readNodes(db) : [];
  return (await Promise.all(nodes.map((node) => checkNode(db, node)))).flat();
}

async function checkNode(db: Database, { host, port, cells }: NodeOfCells): Promise<Finding[]> {
  const node = `${host}:${port}`;
  const found = await orNull(atNode(db, { host, port }, (there) => checkServer(there)));
  if (found === null) return [{ is: 'node-away', node, cells }];
  return [{ is: 'node-there', node, cells }, ...found.map((finding) => ({ ...finding, node }))];
}
