/** A platform on a real cluster of Citus. */
import { testWorld, type TestWorld } from './test-world.ts';

/** Four cells on the nodes of the cluster, its clients in one after the other. `prepare` and `start` are those of `testWorld`. */
export const clusterWorld = (
  settings: Record<string, string> = {},
  prepare?: (url: string) => Promise<string>,
  start?: string,
): Promise<TestWorld> =>
  testWorld({ FACEVALUE_TEST_WORLDS: 'citus', FACEVALUE_TEST_CELLS: '4', ...settings }, start, prepare);
