/** What is left of the monthly limits of brands. */
import { listBrandsOfAll, type Brand } from '../../../catalog/brand.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';

const labelsOf: Record<
  Language,
  Record<'title' | 'lead' | 'none' | 'brand' | 'orders' | 'sum' | 'alert' | 'low', string>
> = {
  ru: {
    title: 'Лимиты',
    lead: 'Сколько осталось от месячных лимитов брендов в этом московском месяце.',
    none: 'Ни у одного бренда нет месячного лимита: задайте его на странице поставщика.',
    brand: 'Бренд',
    orders: 'Осталось заказов',
    sum: 'Осталось на сумму',
    alert: 'Предупредить при, %',
    low: 'мало',
  },
  en: {
    title: 'Limits',
    lead: 'What is left of the monthly limits of brands in this Moscow month.',
    none: 'No brand has a monthly limit: set one on the page of its supplier.',
    brand: 'Brand',
    orders: 'Orders left',
    sum: 'Sum left',
    alert: 'Alert at, %',
    low: 'low',
  },
};

const path = '/o/limits';

/** `/o/limits`: what is left of what was agreed for this month; the alerts judge alike. */
export function addLimits(pages: OperatorPages): void {
  pages.page<Brand[]>({ path, needs: 'suppliers.read', load, view });
}

async function load({ ctx, now }: OperatorCall): Promise<Brand[]> {
  const brands = await listBrandsOfAll(ctx, null, now);
  return brands.filter((brand) => brand.monthlyOrders !== null || brand.monthlySumKopecks !== null);
}

function view(rows: Brand[], call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = labelsOf[language];
  const left = (brand: Brand, most: number | null, used: number, show: typeof formatCount): Content => {
    if (most === null) return '–';
    const rest = Math.max(0, most - used);
    const isLow =
      rest === 0 || (brand.lowLimitPercent !== null && rest * 100 <= most * brand.lowLimitPercent);
    return html`<span>${isLow && html`<span class="state no">${labels.low}</span> `}${show(rest, language)} / ${show(most, language)}</span>`;
  };
  const link = (one: Brand) => operatorLink(call, `/o/suppliers/${one.supplierId}`, one.name);
  const orders = (one: Brand) => left(one, one.monthlyOrders, one.usedOrders, formatCount);
  const sum = (one: Brand) => left(one, one.monthlySumKopecks, one.usedSumKopecks, formatFace);
  const columns: Columns<Brand> = [
    { name: labels.brand, leads: true, cell: link },
    { name: labels.orders, look: 'sum', cell: orders },
    { name: labels.sum, look: 'sum', cell: sum },
    { name: labels.alert, look: 'sum', cell: ({ lowLimitPercent }) => String(lowLimitPercent ?? '–') },
  ];
  const { title, lead, none: text } = labels;
  return listPage({ path, title, lead, columns, rows, empty: { text } }, call);
}
