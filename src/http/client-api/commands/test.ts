import { z } from 'zod';
import { ok } from '../answer.ts';
import type { Operation } from '../operation.ts';

/** Lists exactly the operations that exist. */
export function testOperation(listMethods: () => string[]): Operation {
  return {
    cmd: 'test',
    title: 'Checks the connection and the signature',
    request: {},
    answer: z.object({
      sample_text: z.literal('Test function works!'),
      available_methods: z.array(z.string()),
    }),
    errors: [],
    run: () => ok({ sample_text: 'Test function works!', available_methods: listMethods() }),
  };
}
