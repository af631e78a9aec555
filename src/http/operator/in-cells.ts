/** Pages and acts that are about one client, order or call work in its cell. */
import { cellOf } from '../../platform/cells/cell-context.ts';
import { idIn } from '../../web/shell/page-call.ts';
import type { OperatorCall, OperatorPages } from './operator.ts';

/** As `pages`, but what has an id in its address gets the context of the cell which that id names; lists get the one that there is. */
export const inCells = (pages: OperatorPages): OperatorPages => ({
  page: (definition) => pages.page({ ...definition, load: (call) => definition.load(inCell(call)) }),
  letter: (definition) => pages.letter({ ...definition, load: (call) => definition.load(inCell(call)) }),
  part: (definition) => pages.part({ ...definition, load: (call) => definition.load(inCell(call)) }),
  act(definition) {
    const { undone, act } = definition;
    const asked =
      typeof undone === 'string' ? undone : { asks: (call: OperatorCall) => undone.asks(inCell(call)) };
    pages.act({ ...definition, undone: asked, act: (call) => act(inCell(call)) });
  },
});

function inCell(call: OperatorCall): OperatorCall {
  const id = idIn(call.params['id'] ?? call.params['client']);
  return id === null ? call : { ...call, ctx: cellOf(call.ctx, id) };
}
