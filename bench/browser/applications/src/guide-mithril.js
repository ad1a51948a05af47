import m from "mithril"

export const Guide = () => {
  let guide
  return {
    oninit: async () => (guide = await m.request("/api/guide")),
    view: () =>
      guide && [
        m("h1", guide.title),
        m("p", guide.intro),
        m(
          "ol",
          guide.steps.map(({ text, title }) => m("li", [m("h3", title), m("p", text)])),
        ),
      ],
  }
}
