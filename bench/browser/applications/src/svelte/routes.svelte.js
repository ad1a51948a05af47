import { createRouter } from "sv-router"
import Article from "./Article.svelte"
import Body from "./Body.svelte"
import Comments from "./Comments.svelte"
import Faq from "./Faq.svelte"
import Home from "./Home.svelte"
import Report from "./Report.svelte"
import Search from "./Search.svelte"
import Stations from "./Stations.svelte"

createRouter({
  "/": Home,
  "/articles/:id": { "/": Body, "/comments": Comments, layout: Article },
  "/guide": () => import("./Guide.svelte"),
  "/stations": Stations,
  "/search": Search,
  "/faq": Faq,
  "/report": Report,
})
