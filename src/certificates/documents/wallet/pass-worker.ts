/** The thread that signs wallet passes. */
import { answerInThread } from '../../../platform/threads/thread-messages.ts';
import { signPass, type PassTask } from './sign-pass.ts';

/** The thread's side: signs one pass after another. */
answerInThread<PassTask, Uint8Array<ArrayBuffer>>(
  (task) => new Uint8Array(signPass(task)),
  (pass) => [pass.buffer],
);
