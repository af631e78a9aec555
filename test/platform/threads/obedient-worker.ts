import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { answerInThread } from '../../../src/platform/threads/thread-messages.ts';

export type Order = 'answer' | 'answer late' | 'hang' | 'fill the memory' | 'fail' | 'exit';

/** Does to its thread what the task says, and answers with the thread's number. */
async function run(order: Order): Promise<number> {
  if (order === 'answer late') await sleep(200);
  if (order === 'fail') throw new Error('as ordered');
  if (order === 'exit') process.exit(1);
  if (order === 'hang') for (;;);
  const filled: number[][] = [];
  while (order === 'fill the memory') filled.push(Array.from({ length: 10_000 }, (_, index) => index));
  return threadId;
}

answerInThread(run);
