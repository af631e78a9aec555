/** moveTestClock: time travel for one test order. */
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { mostMovedSeconds, moveTestClock } from '../../../orders/acts/move-test-clock.ts';
import { idField, integerField, readFields, wholeValues } from '../../../platform/values/fields.ts';
import { notFound, ok, refuse, wrongFields } from '../answer.ts';
import type { Operation } from '../operation.ts';

const request = {
  id: idField('Id of the queue request, from makeOrder'),
  seconds: integerField('By how much the clock of this order goes forward', {
    least: 1,
    most: mostMovedSeconds,
  }),
};

const answer = z.object({
  id: z.int(),
  ahead: z.int().meta({ description: 'By how many seconds its clock is ahead in all' }),
});

export function moveClock({ db, clock }: Pick<Context, 'db' | 'clock'>): Operation {
  return {
    cmd: 'moveTestClock',
    title: 'Moves the clock of one test order forward; only with a test key',
    request,
    answer,
    errors: [1005, 1201, 3601],
    onlyWith: 'test',
    async run({ client }, data) {
      const reading = readFields(request, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const { id, seconds } = values;
      const ask = { clientId: client.id, requestId: id, seconds };
      const moved = await moveTestClock(db, ask, clock.now());
      switch (moved.is) {
        case 'moved':
          return ok({ id, ahead: moved.aheadSeconds });
        case 'missing':
          return refuse(notFound);
        case 'too-far':
          return refuse(wrongFields(['seconds']));
      }
    },
  };
}
