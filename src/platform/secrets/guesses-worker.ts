/** A thread that estimates how many guesses a password withstands. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { answerInThread } from '../threads/thread-messages.ts';

export interface GuessesAsk {
  /** Several ways to type one password: the weakest counts. */
  forms: string[];
  names: string[];
}

const maxLength = 64;
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength });

answerInThread(({ forms, names }: GuessesAsk): number =>
  Math.min(...forms.map((form) => zxcvbn.check(form, names).guesses)),
);
