/** Receives callbacks on PORT and prints what became of each order, once. */
import { createServer } from 'node:http';
import { nodeHandler } from '../src/index.ts';

const { PORT = '8080', CALLBACK_SECRET = '' } = process.env;

// A real program remembers them in its database, in the transaction that handles the callback.
const seen = new Set<string>();

const handle = nodeHandler({ secret: CALLBACK_SECRET }, ({ webhookId, status, data, error }) => {
  if (seen.has(webhookId)) return;
  seen.add(webhookId);
  const outcome = status === 'ok' ? `issued as ${data.order_id}` : `failed: ${error?.code}`;
  process.stdout.write(`request ${data.id} ${outcome}\n`);
});

createServer((request, response) => void handle(request, response)).listen(Number(PORT), '127.0.0.1');
