// Updates the events of an order while more are expected.
const everyMs = 700;
let looks = 120;

async function look() {
  const shown = document.querySelector('[data-story="live"]');
  if (!shown || looks-- === 0) return;
  const answer = await fetch(shown.dataset.from + location.search);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.querySelector('[data-story]');
  if (next && next.innerHTML !== shown.innerHTML) shown.replaceChildren(...next.childNodes);
  if (next) shown.dataset.story = next.dataset.story;
  setTimeout(again, everyMs);
}

// Retries while the platform restarts.
const again = () => look().catch(() => setTimeout(again, everyMs));
void again();
