/** A connection that plans each statement once. */
import { arrayLiteral } from './array-literal.ts';
import { WatchedClient } from './watched-client.ts';

/** Maximum number of prepared texts of a connection; the hot statements are few, and later ones are sent unprepared. */
const maxPrepared = 500;

/** A connection that serves several parts of a database plans each text for each of them, and is closed with more plans than this. */
export const maxPlans = 1000;

const parameter = (value: unknown): unknown => (Array.isArray(value) ? arrayLiteral(value) : value);

/**
 * Names every statement with parameters, so that the server parses and plans it once per connection: a batch of orders
 * is accepted a third faster (docs/decisions/0007). The texts are constants of the source, so there are few names.
 */
export class PreparedClient extends WatchedClient {
  private readonly names = new Map<string, string>();
  /** The names of statements in parts. */
  private readonly inParts = new Set<string>();

  override query(...[config, values, ...rest]: unknown[]): never {
    if (typeof config !== 'string' || !Array.isArray(values)) return super.query(config, values, ...rest);
    const statement = { text: config, values: values.map(parameter) };
    const name = this.nameHere(config);
    return super.query(name === undefined ? statement : { name, ...statement }, undefined, ...rest);
  }

  override isFull(): boolean {
    return this.inParts.size > maxPlans;
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= maxPrepared) return known;
    const name = `facevalue_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** In another part the same name would be planned again with each change between them. */
  private nameHere(text: string): string | undefined {
    const name = this.nameOf(text);
    if (name === undefined || this.part === null) return name;
    const here = `${name}_${this.part.schemas[0]}`;
    this.inParts.add(here);
    return here;
  }
}
