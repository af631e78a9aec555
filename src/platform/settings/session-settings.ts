import { integer, type Environment } from './environment.ts';

/** After how many idle minutes a session ends. */
export interface SessionSettings {
  idleMinutes: number;
  /** For tills, which wait for customers. */
  tillIdleMinutes: number;
}

/** A session and a till session last no longer than this, idle or not. */
const mostMinutes = 720;
const mostTillMinutes = 840;
const fewestMinutes = 5;

export const readSessionSettings = (env: Environment): SessionSettings => ({
  idleMinutes: integer(env, 'FACEVALUE_IDLE_MINUTES', 60, fewestMinutes, mostMinutes),
  tillIdleMinutes: integer(env, 'FACEVALUE_TILL_IDLE_MINUTES', 30, fewestMinutes, mostTillMinutes),
});
