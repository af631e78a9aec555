import { bringsTheDemo } from './imports.ts';
import { isSource, type SourceFile } from './source-file.ts';

/** Commands, pages and APIs call one verb, and the verb opens the transaction. */
const openers = /\b(?:transaction|pipelinedTransaction|atomically)\s*[(<]/;
const callers = /^src\/(?:commands|http)\//;
/** Gathers the asks of many callers into one transaction, which is not any one caller's act. */
const gatherers = /^src\/http\/client-api\//;

export function verbsOpenTransactions(files: SourceFile[]): string[] {
  return files
    .filter(isSource)
    .filter(({ path }) => callers.test(path) && !gatherers.test(path))
    .filter(({ text }) => openers.test(text))
    .map(({ path }) => `${path} opens a transaction: that belongs into a verb that others can call too`);
}

const statically = /(?:^|\n)\s*(?:import|export)\b[^;]*?\bfrom '(?:\.\.\/)+(?:seeds|simulators)\//;
const byPath = /(?:\.\.\/)+(?:seeds|simulators)\//;

/** Production imports and reads nothing of the demo world: one file loads it, and only when it is asked for. */
export function productionKnowsNoDemo(files: SourceFile[]): string[] {
  return files
    .filter(isSource)
    .filter(({ path, text }) => (path === bringsTheDemo ? statically : byPath).test(text))
    .map(({ path }) => `${path} needs something of the demo world, which production does not have`);
}
