/** Pages and acts that are about one client, order or call work in its cell. */
import { cellOf } from '../../platform/cells/cell-context.ts';
import { idIn } from '../../web/shell/page-call.ts';
import type { OperatorAct, OperatorCall, OperatorPages } from './operator.ts';

/**
 * As `pages`, but what has an id in its address, or is a list of the client that the query names, gets the context of the cell which that id names;
 * lists of all clients get the one that there is.
 */
export const inCells = (pages: OperatorPages): OperatorPages => ({
  page: (definition) => pages.page({ ...definition, load: (call) => definition.load(inCell(call)) }),
  letter: (definition) => pages.letter({ ...definition, load: (call) => definition.load(inCell(call)) }),
  part: (definition) => pages.part({ ...definition, load: (call) => definition.load(inCell(call)) }),
  act(definition) {
    const { undone, judged, act } = definition;
    const asked =
      typeof undone === 'string' ? undone : { asks: (call: OperatorCall) => undone.asks(inCell(call)) };
    pages.act({
      ...withSecondPersonInCell(definition),
      undone: asked,
      ...(judged && {
        judged: { ...judged, again: (call, errors) => judged.again(inCell(call), errors) },
      }),
      act: (call) => act(inCell(call)),
    });
  },
});

function inCell(call: OperatorCall): OperatorCall {
  const id = idIn(call.params['id'] ?? call.params['client'] ?? call.query['client']);
  return id === null ? call : { ...call, ctx: cellOf(call.ctx, id) };
}

/** What a second person reads is read there too. */
function withSecondPersonInCell(definition: OperatorAct): OperatorAct {
  if (definition.leadsTo === 'nothing') return definition;
  const { secondPerson } = definition;
  if (typeof secondPerson === 'string' || 'alone' in secondPerson) return definition;
  const { act, tells } = secondPerson;
  return { ...definition, secondPerson: { act, tells: (call, rule) => tells(inCell(call), rule) } };
}
