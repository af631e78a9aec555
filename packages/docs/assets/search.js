// Results of pagefind, which finds words by their stems in the language of the page.
const mostShown = 20;
const results = document.getElementById('results');
const status = document.getElementById('status');
const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
document.getElementById('find').value = query;

if (query !== '') {
  const pagefind = await import(new URL('/docs/pagefind/pagefind.js', location.href).href);
  const { results: found } = await pagefind.search(query);
  const shown = await Promise.all(found.slice(0, mostShown).map((one) => one.data()));
  status.textContent =
    found.length === 0 ? status.dataset.nothing : `${status.dataset.found}: ${found.length}`;
  results.replaceChildren(...shown.map(resultView));
}

function resultView({ url, meta, excerpt, sub_results: parts }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const best = parts.find((part) => part.url.includes('#')) ?? { url, title: meta.title };
  link.href = best.url;
  link.textContent = best.title === meta.title ? meta.title : `${meta.title}: ${best.title}`;
  const text = document.createElement('p');
  text.innerHTML = parts.find((part) => part.url === best.url)?.excerpt ?? excerpt; // Escaped by pagefind, with its <mark>.
  item.append(link, text);
  return item;
}
