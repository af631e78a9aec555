import { integer, type Environment } from './environment.ts';

/** After how long nobody is signed in any more where nobody does anything. */
export interface SessionSettings {
  idleMinutes: number;
  /** At tills, which wait for customers. */
  tillIdleMinutes: number;
}

/** The longest day of a session and of a till: nobody is idle for longer. */
const mostMinutes = 720;
const mostTillMinutes = 840;
const fewestMinutes = 5;

export const readSessionSettings = (env: Environment): SessionSettings => ({
  idleMinutes: integer(env, 'FACEVALUE_IDLE_MINUTES', 60, fewestMinutes, mostMinutes),
  tillIdleMinutes: integer(env, 'FACEVALUE_TILL_IDLE_MINUTES', 30, fewestMinutes, mostTillMinutes),
});
