/** Helpers of the bench in processes of their own. */
import { startOwn, type OwnProcess } from './own-processes.ts';

/** The requests of a tool, by name. */
type Shape<Asks> = { [Name in keyof Asks]: { ask: unknown; answer: unknown } };

/**
 * A helper of the bench in its own process (load, receiver, bare endpoint), so that it shares no event loop with what
 * is measured. Parent and tool exchange numbered requests and answers.
 */
export interface Tool<Asks extends Shape<Asks>> {
  ask<Name extends keyof Asks & string>(name: Name, ask: Asks[Name]['ask']): Promise<Asks[Name]['answer']>;
  pid: number;
  stop(): Promise<void>;
}

interface AskMessage {
  number: number;
  name: string;
  ask: unknown;
}

interface AnswerMessage {
  number: number;
  answer?: unknown;
  problem?: string;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(problem: Error): void;
}

export function startTool<Asks extends Shape<Asks>>(file: string): Tool<Asks> {
  const tool: OwnProcess = startOwn(file, []);
  const waiting = new Map<number, Waiting>();
  let number = 0;
  tool.child.on('message', (message: AnswerMessage) => {
    const one = waiting.get(message.number);
    waiting.delete(message.number);
    if (message.problem === undefined) one?.resolve(message.answer);
    else one?.reject(new Error(`${file}: ${message.problem}`));
  });
  tool.child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error(`${file} ended.`));
  });
  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        number += 1;
        waiting.set(number, { resolve, reject });
        tool.child.send({ number, name, ask } satisfies AskMessage);
      }),
    pid: tool.child.pid ?? 0,
    stop: () => tool.stop(),
  };
}

/** The tool's side: calls the handler of each request. */
export function answerAsks<Asks extends Shape<Asks>>(handlers: {
  [Name in keyof Asks]: (ask: Asks[Name]['ask']) => Promise<Asks[Name]['answer']>;
}): void {
  process.on('message', (message: AskMessage) => {
    const handler = handlers[message.name as keyof Asks];
    handler(message.ask as Asks[keyof Asks]['ask']).then(
      (answer) => process.send?.({ number: message.number, answer } satisfies AnswerMessage),
      (problem: unknown) =>
        process.send?.({ number: message.number, problem: String(problem) } satisfies AnswerMessage),
    );
  });
  // The channel must keep the tool alive until it is told to end.
  process.channel?.ref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
}
