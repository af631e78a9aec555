import { randomUUID } from 'node:crypto';

/** Fields as they are sent: JSON knows no undefined, turns NaN into null, and asks `toJSON`. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

/** What the platform takes for given. An order whose uuid it takes for absent is a new one each time. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The text of a request that can have a uuid, with its own one or a new one, which all repeats then share. */
export function withUuid(fields: object): { data: string; uuid: string } {
  const sent = asJson(fields) as { uuid?: string };
  // A getter of a class is no field that JSON sees, but a uuid that the shop gave.
  const inherited = asJson((fields as { uuid?: unknown }).uuid) as string;
  const uuid = [sent.uuid, inherited].find(isGiven) ?? randomUUID();
  return { data: JSON.stringify({ ...sent, uuid }), uuid };
}
